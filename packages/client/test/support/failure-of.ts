import type { EscrowError } from '../../src/index.ts';

/** The error that a call fails with. A call that succeeds fails the test. */
export const failureOf = (call: Promise<unknown>): Promise<EscrowError> =>
  call.then(
    () => Promise.reject(new Error('The call did not fail.')),
    (error) => error,
  );
