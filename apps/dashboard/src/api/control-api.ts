import type { ControlSchema, paths } from '@escrow-kit/sandbox-control';
import createClient from 'openapi-fetch';
import { ControlProblem } from './control-problem.ts';
import { readControlToken, wantControlToken } from './control-token.ts';

/** Every call of the control API, typed by its document. */
export const api = createClient<paths>({ baseUrl: location.origin });

api.use({
  onRequest({ request }) {
    for (const [name, value] of Object.entries(accessHeaders())) request.headers.set(name, value);
    return request;
  },
});

/** The headers that authorize a call. */
export function accessHeaders(): Record<string, string> {
  const token = readControlToken();
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

/** Resolves with the answer of a call. Throws a {@link ControlProblem}. */
export async function answerOf<Data>(
  call: Promise<{ data?: Data; error?: ControlSchema<'Problem'> | undefined; response: Response }>,
): Promise<Data> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    // The answer was not JSON, or there was none.
    throw new ControlProblem(0, { message: 'The sandbox does not answer. Is it still running?' }, { cause });
  });
  // A used ticket of the checkout is unauthorized too, which does not concern the control token.
  if (response.status === 401 && error?.field === 'authorization') wantControlToken();
  if (data !== undefined && response.ok) return data;
  const message = `The sandbox answered ${response.status}.`;
  throw new ControlProblem(response.status, typeof error?.message === 'string' ? error : { message });
}
