import { fail } from '../errors/escrow-error.ts';
import type { PreparedCall } from './prepared-call.ts';

/** Headers that the client sets itself, and those that `fetch` sets or refuses to send. */
export const isReserved = (name: string): boolean =>
  /^(accept|authorization|connection|content-(length|type)|expect|host|keep-alive|transfer-encoding|upgrade)$/i.test(
    name,
  );

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
  if (!given.some(Boolean)) return own;
  // Making `Headers` costs a tenth of the call.
  const headers = new Headers();
  try {
    for (const [name, value] of given.flatMap(entriesOf)) if (value !== undefined) headers.set(name, textOf(value));
  } catch {
    // The error quotes the value.
    fail('configuration', 'was not sent: headers must be names and texts that a header can have.', call);
  }
  for (const name of headers.keys())
    if (isReserved(name))
      fail('configuration', `was not sent: leave out the header ${name}, which is not yours to set.`, call);
  for (const [name, value] of Object.entries(own)) headers.set(name, value);
  return headers;
}

/** Throws if no header can have the value. `Headers` itself refuses line breaks inside, but no other control characters, as `fetch` does. */
export function textOf(value: unknown): string {
  const isSimple = ['string', 'number', 'boolean'].includes(typeof value);
  if (!isSimple || !/^[\r\n\t -~\u0080-ÿ]*$/.test(String(value))) throw new TypeError();
  return String(value);
}

/** `Headers` may be those of another package, such as undici. */
const entriesOf = (given: object = {}): [string, unknown][] =>
  Symbol.iterator in given ? [...(given as Iterable<[string, unknown]>)] : Object.entries(given);
