import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react';

/** A dialog above the page, which Escape closes. It is in the page only while it is open; then the focus goes back. */
export function Dialog({ onClose, ...rest }: { onClose(): void } & ComponentProps<'dialog'>): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // Only a dialog that is closed before it is removed returns the focus.
    return () => shown?.close();
  }, []);
  // In development, React runs the effect twice, and the event of the first time comes when it is open again.
  return <dialog {...rest} ref={dialog} onClose={({ currentTarget }) => currentTarget.open || onClose()} />;
}
