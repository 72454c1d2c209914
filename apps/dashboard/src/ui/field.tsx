import { type ComponentProps, type ReactNode, useId } from 'react';

/** The id of a control, and of its help if it has any. */
interface Linked {
  id: string;
  'aria-describedby': string | undefined;
}

interface Described {
  label: string;
  /** Help for the input. */
  help?: ReactNode;
}

function Labelled({ label, help, children }: Described & { children(linked: Linked): ReactNode }): ReactNode {
  const id = useId();
  const helpId = `${id}-help`;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': help ? helpId : undefined })}
      {help && <p id={helpId}>{help}</p>}
    </div>
  );
}

type Own<Tag extends 'input' | 'select' | 'textarea'> = Described & { onValue?(value: string): void } & Omit<
    ComponentProps<Tag>,
    'className' | 'id' | 'onChange'
  >;

/** A line of text or a number. */
export function TextField({ label, help, onValue, ...rest }: Own<'input'>): ReactNode {
  return (
    <Labelled label={label} help={help}>
      {(linked) => (
        <input
          autoComplete="off"
          spellCheck={false}
          {...rest}
          {...linked}
          onChange={({ target }) => onValue?.(target.value)}
        />
      )}
    </Labelled>
  );
}

/** Several lines of text. */
export function TextArea({ label, help, onValue, ...rest }: Own<'textarea'>): ReactNode {
  return (
    <Labelled label={label} help={help}>
      {(linked) => (
        <textarea
          rows={3}
          spellCheck={false}
          {...rest}
          {...linked}
          onChange={({ target }) => onValue?.(target.value)}
        />
      )}
    </Labelled>
  );
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
}: Own<'select'> & { options: readonly Option[] }) {
  return (
    <Labelled label={label} help={help}>
      {(linked) => (
        <select {...rest} {...linked} onChange={({ target }) => onValue?.(target.value)}>
          {options.map((option) => {
            const [value, text] = typeof option === 'string' ? [option, option] : option;
            return (
              <option key={value} value={value}>
                {text}
              </option>
            );
          })}
        </select>
      )}
    </Labelled>
  );
}

/** Something that is on or off. */
export function CheckField({
  label,
  help,
  checked,
  onChecked,
}: Described & { checked: boolean; onChecked(checked: boolean): void }): ReactNode {
  return (
    <Labelled label={label} help={help}>
      {(linked) => (
        <input type="checkbox" {...linked} checked={checked} onChange={({ target }) => onChecked(target.checked)} />
      )}
    </Labelled>
  );
}
