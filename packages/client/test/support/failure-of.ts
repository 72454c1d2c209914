import type { StepPending } from '../../src/flows/options.ts';
import { type EscrowError, isEscrowError } from '../../src/index.ts';

/** The error of a call. Fails the test if the call succeeds. */
export const failureOf = (call: Promise<unknown>): Promise<EscrowError> =>
  call.then(
    () => Promise.reject(new Error('The call did not fail.')),
    (error) => error,
  );

/** The error of a flow that stops at a pending step. */
export async function pendingStepOf(flow: Promise<unknown>): Promise<EscrowError & StepPending> {
  const error = await failureOf(flow);
  if (isEscrowError(error, 'step_pending')) return error;
  throw new Error('The flow did not stop at a pending step.', { cause: error });
}
