import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useNotify } from './toasts.tsx';

/** An action of a button. It is idle or running, and holds the last result or error until it runs again or is cleared. */
export interface Move<Input, Result> {
  /** Runs it. Clicks while it is running are ignored. */
  run(input: Input): void;
  isRunning: boolean;
  /** The error of the last run. */
  error: Error | null;
  result: Result | undefined;
  /** Removes the last result or error. */
  clear(): void;
}

/** Makes a call that changes something, shows that it is done, and reloads the data of the page. */
export function useMove<Input, Result>(
  act: (input: Input) => Promise<Result>,
  {
    done,
    onDone,
  }: { done?: string | ((result: Result) => string); onDone?: (result: Result, input: Input) => void } = {},
): Move<Input, Result> {
  const notify = useNotify();
  const queries = useQueryClient();
  const isBusy = useRef(false);
  const { mutate, isPending, error, data, reset } = useMutation({
    mutationFn: act,
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
  return {
    run: (input) => {
      // The second of two clicks may come before the page shows that the first one is running.
      if (isBusy.current || isPending) return;
      isBusy.current = true;
      mutate(input);
    },
    isRunning: isPending,
    error,
    result: data,
    clear: reset,
  };
}
