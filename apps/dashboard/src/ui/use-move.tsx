import type { Control } from '@escrow-kit/sandbox-control';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { controlOf, useTenantId } from '../api/use-control.ts';

const shownInMs = 5000;

const NotifyContext = createContext<(text: string) => void>(() => undefined);

/** Lets everything inside say that something is done, for some seconds, also to a screen reader. */
export function Toasts({ children }: { children: ReactNode }): ReactNode {
  // An object, so that the same text again is shown for as long again.
  const [toast, setToast] = useState<{ text: string }>();
  const notify = useCallback((text: string) => setToast({ text }), []);
  useEffect(() => {
    if (!toast) return undefined;
    const timer = setTimeout(() => setToast(undefined), shownInMs);
    return () => clearTimeout(timer);
  }, [toast]);
  return (
    <NotifyContext value={notify}>
      {children}
      <div role="status">
        {toast && (
          <p className="toast surface row">
            <Check aria-hidden size={18} className="good" />
            {toast.text}
          </p>
        )}
      </div>
    </NotifyContext>
  );
}

/** An action of a button. It is idle or running, and holds the last result or error until it runs again. */
export interface Move<Input, Result> {
  /** Runs it. Clicks while it is running are ignored. */
  run(input: Input): void;
  isRunning: boolean;
  /** The error of the last run. */
  error: Error | null;
  result: Result | undefined;
  /** The props of a button that runs it. */
  button(input: Input): { isBusy: boolean; onClick(): void };
}

interface MoveOptions<Input, Result> {
  /** The toast that says that it is done. */
  done?: string | ((result: Result) => string);
  onDone?(result: Result, input: Input): void;
}

/** Makes calls that change something, says that it is done, and reloads the data of the page. */
export function useMove<Result, Input = void>(
  act: (control: Control, input: Input) => Promise<Result>,
  { done, onDone }: MoveOptions<Input, Result> = {},
): Move<Input, Result> {
  const tenant = useTenantId();
  const notify = useContext(NotifyContext);
  const queries = useQueryClient();
  const isBusy = useRef(false);
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: (input: Input) => act(controlOf(tenant), input),
    onSuccess: (result, input) => {
      if (done !== undefined) notify(typeof done === 'string' ? done : done(result));
      onDone?.(result, input);
    },
    // Also after a failure, because the page may be outdated; but the error does not wait for the data.
    onSettled: (_result, failure) => {
      isBusy.current = false;
      const reading = queries.invalidateQueries();
      return failure ? undefined : reading;
    },
  });
  const run = (input: Input) => {
    // The second of two clicks may come before the page shows that the first one is running.
    if (isBusy.current || isPending) return;
    isBusy.current = true;
    mutate(input);
  };
  const button = (input: Input) => ({ isBusy: isPending, onClick: () => run(input) });
  return { run, isRunning: isPending, error, result: data, button };
}
