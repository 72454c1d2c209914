import { Switch } from '@base-ui/react/switch';
import { type ReactNode, useId } from 'react';
import styles from './switch-field.module.css';

interface SwitchFieldProps {
  label: string;
  help?: ReactNode;
  checked: boolean;
  onChange(checked: boolean): void;
}

/** Something that is on or off. */
export function SwitchField({ label, help, checked, onChange }: SwitchFieldProps): ReactNode {
  const id = useId();
  return (
    <div className={styles['row']}>
      <Switch.Root
        className={styles['switch']}
        checked={checked}
        onCheckedChange={onChange}
        aria-labelledby={`${id}-label`}
        aria-describedby={help ? `${id}-help` : undefined}
      >
        <Switch.Thumb className={styles['thumb']} />
      </Switch.Root>
      <div>
        <p id={`${id}-label`} className={styles['label']}>
          {label}
        </p>
        {help && (
          <p id={`${id}-help`} className={styles['help']}>
            {help}
          </p>
        )}
      </div>
    </div>
  );
}
