import { fail } from '../errors/escrow-error.ts';
import type { PreparedCall } from './prepared-call.ts';

/** The headers that the client sets itself. */
const ownNames = ['accept', 'authorization', 'content-type'];

/**
 * Joins headers of the caller, of which the last of a name counts, and adds those that the client sets itself, except for the token.
 * @throws EscrowError `configuration`, without a value.
 */
export function headersOf(
  given: readonly (object | undefined)[],
  { operation, parts, call }: Pick<PreparedCall, 'operation' | 'parts' | 'call'>,
): Record<string, string> | Headers {
  const own: Record<string, string> = { accept: 'application/json' };
  if (parts.body !== undefined) own['content-type'] = operation.encoding ?? 'application/json';
  let headers: Headers;
  try {
    const entries = given.flatMap(entriesOf);
    // Making `Headers` costs a tenth of the call.
    if (entries.length === 0) return own;
    headers = new Headers();
    for (const [name, value] of entries) if (value !== undefined) headers.set(name, String(value));
  } catch {
    // The error quotes the value.
    fail('configuration', 'was not sent: headers must be names and texts that a header can have.', call);
  }
  const refused = ownNames.find((name) => headers.has(name));
  if (refused)
    fail('configuration', `was not sent: leave out the header ${refused}, which the client sets itself.`, call);
  for (const [name, value] of Object.entries(own)) headers.set(name, value);
  return headers;
}

/** `Headers` may be those of another package, such as undici. */
const entriesOf = (given: object = {}): [string, unknown][] =>
  Symbol.iterator in given ? [...(given as Iterable<[string, unknown]>)] : Object.entries(given);
