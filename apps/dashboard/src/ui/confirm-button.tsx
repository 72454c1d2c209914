import { type ReactNode, useState } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface ConfirmButtonProps extends Pick<ButtonProps, 'icon' | 'isBusy'> {
  label: string;
  title: string;
  text: string;
  /** The label of the confirming button. */
  confirm: string;
  onClick(): void;
}

/** A button that asks for confirmation before an action that can't be undone. */
export function ConfirmButton({ label, title, text, confirm, onClick, ...look }: ConfirmButtonProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button {...look} tone="danger" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <Dialog role="alertdialog" aria-label={title} className="question stack" onClose={close}>
          <h2>{title}</h2>
          <p>{text}</p>
          <div className="row">
            <Button onClick={close}>Cancel</Button>
            <Button
              tone="danger"
              onClick={() => {
                close();
                onClick();
              }}
            >
              {confirm}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
