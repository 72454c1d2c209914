import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import styles from './dialog.module.css';

/** A button that asks for confirmation before an action that can't be undone. */
export function ConfirmButton({
  icon,
  label,
  title,
  text,
  confirm,
  isBusy = false,
  onConfirm,
}: {
  icon?: LucideIcon;
  label: string;
  title: string;
  text: ReactNode;
  /** The label of the confirming button. */
  confirm: string;
  isBusy?: boolean;
  onConfirm(): void;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={setOpen}>
      <AlertDialog.Trigger
        render={
          <Button tone="danger" icon={icon} isBusy={isBusy}>
            {label}
          </Button>
        }
      />
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles['backdrop']} />
        <AlertDialog.Popup className={styles['popup']}>
          <AlertDialog.Title className={styles['title']}>{title}</AlertDialog.Title>
          <AlertDialog.Description className={styles['text']} render={<div />}>
            {text}
          </AlertDialog.Description>
          <div className={styles['actions']}>
            <AlertDialog.Close render={<Button>Keep it</Button>} />
            <Button
              tone="danger"
              onClick={() => {
                setOpen(false);
                onConfirm();
              }}
            >
              {confirm}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
