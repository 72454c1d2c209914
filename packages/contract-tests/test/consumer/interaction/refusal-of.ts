import { ApiError } from '@escrow-kit/client';

/** The error that a call is refused with. Throws where it is not refused by the service. */
export async function refusalOf(call: Promise<unknown>): Promise<ApiError> {
  const outcome = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (outcome instanceof ApiError) return outcome;
  throw outcome ?? new Error('The call was not refused.');
}
