import { Check, X } from 'lucide-react';
import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react';
import { Button } from './button.tsx';

const shownInMs = 5000;
const mostShown = 3;

const NotifyContext = createContext<(text: string) => void>(() => undefined);

/** Shows a toast, which a screen reader says. */
export function useNotify(): (text: string) => void {
  return useContext(NotifyContext);
}

/** Lets everything inside show toasts. */
export function Toasts({ children }: { children: ReactNode }): ReactNode {
  const [toasts, setToasts] = useState<{ id: number; text: string }[]>([]);
  const count = useRef(0);
  const remove = useCallback((id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)), []);
  const notify = useCallback(
    (text: string) => {
      count.current += 1;
      const id = count.current;
      setToasts((shown) => [...shown, { id, text }].slice(-mostShown));
      setTimeout(() => remove(id), shownInMs);
    },
    [remove],
  );
  return (
    <NotifyContext value={notify}>
      {children}
      <div role="status" className="toasts stack">
        {toasts.map(({ id, text }) => (
          <p key={id} className="toast surface row">
            <Check aria-hidden size={18} className="good" />
            {text}
            <Button tone="quiet" icon={X} aria-label="Dismiss" onClick={() => remove(id)} />
          </p>
        ))}
      </div>
    </NotifyContext>
  );
}
