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
): Headers {
  const headers = new Headers();
  try {
    for (const [name, value] of given.flatMap(entriesOf)) if (value !== undefined) headers.set(name, String(value));
  } catch {
    // The error quotes the value.
    fail('configuration', 'was not sent: headers must be names and texts that a header can have.', call);
  }
  const own = ownNames.find((name) => headers.has(name));
  if (own) fail('configuration', `was not sent: leave out the header ${own}, which the client sets itself.`, call);
  headers.set('accept', 'application/json');
  if (parts.body !== undefined) headers.set('content-type', operation.encoding ?? 'application/json');
  return headers;
}

/** `Headers` may be those of another package, such as undici. */
const entriesOf = (given: object = {}): [string, unknown][] =>
  Symbol.iterator in given ? [...(given as Iterable<[string, unknown]>)] : Object.entries(given);
