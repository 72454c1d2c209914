import { type EscrowError, isEscrowError, type StepInDoubt } from '../../src/index.ts';

/** The error that a call fails with. A call that succeeds fails the test. */
export const failureOf = (call: Promise<unknown>): Promise<EscrowError> =>
  call.then(
    () => Promise.reject(new Error('The call did not fail.')),
    (error) => error,
  );

/** The doubt that a flow stops with. */
export async function doubtOf(flow: Promise<unknown>): Promise<EscrowError & StepInDoubt> {
  const error = await failureOf(flow);
  if (isEscrowError(error, 'step_in_doubt')) return error;
  throw new Error('The flow did not stop in doubt.', { cause: error });
}
