import type { Control } from '@escrow-kit/sandbox-control';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { controlOf } from '../api/control.ts';
import { useTenantId } from '../api/use-tenant.ts';
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
  /** The props of a button that runs it. */
  button(input: Input): { isBusy: boolean; onClick(): void };
}

interface MoveOptions<Input, Result> {
  /** The toast that says that it is done. */
  done?: string | ((result: Result) => string);
  onDone?(result: Result, input: Input): void;
}

/** Makes calls that change something, shows that it is done, and reloads the data of the page. */
export function useMove<Result, Input = void>(
  act: (control: Control, input: Input) => Promise<Result>,
  { done, onDone }: MoveOptions<Input, Result> = {},
): Move<Input, Result> {
  const tenant = useTenantId();
  const notify = useNotify();
  const queries = useQueryClient();
  const isBusy = useRef(false);
  const { mutate, isPending, error, data, reset } = useMutation({
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
  return {
    run,
    isRunning: isPending,
    error,
    result: data,
    clear: reset,
    button: (input) => ({ isBusy: isPending, onClick: () => run(input) }),
  };
}
