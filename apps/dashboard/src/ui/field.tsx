import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './field.module.css';

interface Described {
  label: string;
  /** Help for the input. */
  help?: ReactNode;
}

/** The attributes that connect a control with its label and its help. */
interface Linked {
  id: string;
  'aria-describedby': string | undefined;
}

function Labelled({ label, help, children }: Described & { children: (linked: Linked) => ReactNode }): ReactNode {
  const id = useId();
  const helpId = `${id}-help`;
  return (
    <div className={styles['field']}>
      <label htmlFor={id} className={styles['label']}>
        {label}
      </label>
      {children({ id, 'aria-describedby': help ? helpId : undefined })}
      {help && (
        <p id={helpId} className={styles['help']}>
          {help}
        </p>
      )}
    </div>
  );
}

type Own<Tag extends 'input' | 'select' | 'textarea'> = Omit<ComponentProps<Tag>, 'className' | 'id'>;

/** A line of text or a number. */
export function TextField({ label, help, ...rest }: Described & Own<'input'>): ReactNode {
  return (
    <Labelled label={label} help={help}>
      {(linked) => <input autoComplete="off" spellCheck={false} {...rest} {...linked} className={styles['input']} />}
    </Labelled>
  );
}

/** Several lines of text. */
export function TextArea({ label, help, ...rest }: Described & Own<'textarea'>): ReactNode {
  return (
    <Labelled label={label} help={help}>
      {(linked) => <textarea spellCheck={false} {...rest} {...linked} className={styles['input']} />}
    </Labelled>
  );
}

/** One of several values. */
export function SelectField({ label, help, ...rest }: Described & Own<'select'>): ReactNode {
  return (
    <Labelled label={label} help={help}>
      {(linked) => <select {...rest} {...linked} className={`${styles['input']} ${styles['select']}`} />}
    </Labelled>
  );
}
