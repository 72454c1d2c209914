import { ApiError } from '@escrow-kit/client';

/** The error of a refused call. Throws if the service does not refuse it. */
export async function refusalOf(call: Promise<unknown>): Promise<ApiError> {
  const outcome = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (outcome instanceof ApiError) return outcome;
  throw outcome ?? new Error('The call was not refused.');
}
