import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useNotify } from './toasts.tsx';

/** Something that a control does, with what became of it. */
export interface Move<Input, Result> {
  /** Does it. Clicks while it is being done are ignored. */
  run(input: Input): void;
  isRunning: boolean;
  /** Why it failed the last time. */
  error: Error | null;
  result: Result | undefined;
  /** Forgets the last result or error. */
  clear(): void;
}

/** Makes a call that changes something, tells that it is done, and lets everything on the page be read again. */
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
    // Also after a failure, whose reason is shown at once: the state may be another one than the page shows.
    onSettled: (_result, failure) => {
      isBusy.current = false;
      const reading = queries.invalidateQueries();
      return failure ? undefined : reading;
    },
  });
  return {
    run: (input) => {
      // Of two clicks at once, the second comes before the page shows that the first is being done.
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
