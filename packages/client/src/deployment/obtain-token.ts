import { Secret, type TokenProvider } from '../index.ts';
import { isObject, isText } from '../rules/guards.ts';

/** Where the answer of an operation has a token, by the keys that lead to it. */
interface TokenPlace {
  /** The keys to the token. */
  token: readonly string[];
  /** The keys to the seconds that it lives; left out if the answer does not say. */
  expiresInSeconds?: readonly string[];
}

/**
 * Creates a provider of tokens that calls an operation, such as one that logs in. It is called for the first token and each new one;
 * its deadline and retries are the client's.
 * @param call Calls the operation.
 */
export const obtainToken =
  (call: (request: Parameters<TokenProvider>[0]) => Promise<unknown>, place: TokenPlace): TokenProvider =>
  async (request) => {
    const answer = await call(request);
    const found = valueAt(answer, place.token);
    const token = found instanceof Secret ? found.reveal() : found;
    // The message names the place alone: the answer may hold the token elsewhere.
    if (!isText(token)) throw new Error(`The answer has no token at /${place.token.join('/')}.`);
    const expiresInSeconds = Number(valueAt(answer, place.expiresInSeconds ?? []));
    return expiresInSeconds > 0 ? { token, expiresInSeconds } : token;
  };

function valueAt(answer: unknown, keys: readonly string[]): unknown {
  let found = answer;
  for (const key of keys) found = isObject(found) && Object.hasOwn(found, key) ? found[key] : undefined;
  return found;
}
