import { Check, CircleAlert, X } from 'lucide-react';
import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react';
import { Button } from './button.tsx';

const shownInMs = 5000;
const mostShown = 3;

/** `isBad` tells that something failed, and stays until it is dismissed. */
type Notify = (content: ReactNode, isBad?: boolean) => void;

const NotifyContext = createContext<Notify>(() => undefined);

/** Shows a toast, which a screen reader says. */
export function useNotify(): Notify {
  return useContext(NotifyContext);
}

/** Lets everything inside show toasts. */
export function Toasts({ children }: { children: ReactNode }): ReactNode {
  const [toasts, setToasts] = useState<{ id: number; content: ReactNode; isBad: boolean }[]>([]);
  const count = useRef(0);
  const remove = useCallback((id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)), []);
  const notify = useCallback<Notify>(
    (content, isBad = false) => {
      count.current += 1;
      const id = count.current;
      setToasts((shown) => [...shown, { id, content, isBad }].slice(-mostShown));
      if (!isBad) setTimeout(() => remove(id), shownInMs);
    },
    [remove],
  );
  return (
    <NotifyContext value={notify}>
      {children}
      <div role="status" className="toasts stack">
        {toasts.map(({ id, content, isBad }) => (
          <div key={id} className="toast surface row">
            {isBad ? (
              <CircleAlert size={18} className="bad" role="img" aria-label="Failed:" />
            ) : (
              <Check aria-hidden size={18} className="good" />
            )}
            {content}
            <Button tone="quiet" icon={X} aria-label="Dismiss" onClick={() => remove(id)} />
          </div>
        ))}
      </div>
    </NotifyContext>
  );
}
