import { tokenNames } from './credentials.ts';
import type { Deployment } from './deployment.ts';
import type { SentRequest } from './exchange.ts';
import { NoAnswerError } from './no-answer-error.ts';

/** What a sign-in gave: all credentials, and how long its tokens last. */
export interface SignedIn {
  credentials: Deployment['credentials'];
  lifetimeInMs: number;
}

/** Puts the newest token in place of the one that a run began with, which stays the name of that token in the run. */
export type Freshen = (request: SentRequest) => Promise<SentRequest>;

/** After this part of their lifetime, tokens are replaced: a request takes time, too. */
const usedPart = 0.8;

/**
 * Signs in again before the tokens of a run expire, once for all requests that wait for it. `onToken` gets the new tokens. Rejects with
 * a {@link NoAnswerError} if the sign-in gives no token.
 */
export function createFreshen(
  first: SignedIn,
  { signIn, onToken }: { signIn: () => Promise<SignedIn>; onToken: (...tokens: (string | undefined)[]) => void },
): Freshen {
  let latest = first;
  const expiryOf = ({ lifetimeInMs }: SignedIn): number => performance.now() + usedPart * lifetimeInMs;
  let expiresAt = expiryOf(first);
  let renewal: Promise<void> | undefined;
  const renew = async (): Promise<void> => {
    try {
      latest = await signIn();
    } catch (error) {
      throw new NoAnswerError('unreachable', `the token expired: ${(error as Error).message}`, { cause: error });
    } finally {
      renewal = undefined;
    }
    expiresAt = expiryOf(latest);
    onToken(...tokenNames.map((name) => latest.credentials[name]));
  };
  return async (request) => {
    const { authorization = '' } = request.headers;
    const name = tokenNames.find((each) => authorization === `Bearer ${first.credentials[each]}`);
    if (name === undefined) return request;
    if (performance.now() >= expiresAt) renewal ??= renew();
    await renewal;
    return { ...request, headers: { ...request.headers, authorization: `Bearer ${latest.credentials[name]}` } };
  };
}
