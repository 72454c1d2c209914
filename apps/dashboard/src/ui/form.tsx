import type { LucideIcon } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import { Problem } from './notice.tsx';

interface FieldProps {
  label: string;
  /** Help for the input. */
  help?: ReactNode;
  value: string;
  onValue(value: string): void;
}
type ControlProps<Tag extends 'input' | 'select'> = FieldProps &
  Omit<ComponentProps<Tag>, 'className' | 'id' | 'onChange'>;

/** The ids of a control and of its help text, if it has one. */
interface ControlIds {
  id: string;
  'aria-describedby': string | undefined;
}

function Field({ label, help, control }: Pick<FieldProps, 'label' | 'help'> & { control(ids: ControlIds): ReactNode }) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {control({ id, 'aria-describedby': help ? `${id}-help` : undefined })}
      {help && <p id={`${id}-help`}>{help}</p>}
    </div>
  );
}

/** A line of text, a number or a time. */
export function TextField({ label, help, onValue, ...rest }: ControlProps<'input'>): ReactNode {
  const own = { autoComplete: 'off', spellCheck: false, ...rest };
  const control = (ids: ControlIds) => <input {...own} {...ids} onChange={({ target }) => onValue(target.value)} />;
  return <Field {...{ label, help, control }} />;
}

/** A value to choose, with its label if it has another one. */
export type Option = string | readonly [value: string, label: string];

/** One of several values. */
export function SelectField({
  label,
  help,
  onValue,
  options,
  ...rest
}: ControlProps<'select'> & { options: readonly Option[] }) {
  const control = (ids: ControlIds) => (
    <select {...rest} {...ids} onChange={({ target }) => onValue(target.value)}>
      {options.map((option) => {
        const [value, text] = typeof option === 'string' ? [option, option] : option;
        return (
          <option key={value} value={value}>
            {text}
          </option>
        );
      })}
    </select>
  );
  return <Field {...{ label, help, control }} />;
}

interface FormProps {
  onSubmit(): void;
  /** The label of the submit button. */
  submit: string;
  icon?: LucideIcon;
  /** What submitting does. */
  move: { isRunning: boolean; error: Error | null };
  /** Says that it failed. */
  failed: string;
  /** Buttons beside the submit button. */
  actions?: ReactNode;
  children: ReactNode;
}

/** Fields with their submit button, and the reason if it was refused. */
export function Form({ onSubmit, submit, icon, move, failed, actions, children }: FormProps): ReactNode {
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <div className="grid">{children}</div>
      <div className="row">
        <Button type="submit" tone="primary" icon={icon} isBusy={move.isRunning}>
          {submit}
        </Button>
        {actions}
      </div>
      <Problem error={move.error} title={failed} />
    </form>
  );
}
