import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';

/** A dialog above the page, which Escape closes. It is in the page only while it is open. */
export function Dialog({ onClose, ...rest }: { onClose(): void } & ComponentProps<'dialog'>): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return <dialog {...rest} ref={dialog} onClose={onClose} />;
}
