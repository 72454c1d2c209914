import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { findOperation, methodsOf, type RoutedOperation } from '@escrow-kit/spec';
import { Problem } from './answer.ts';

/** A request to an operation of the document, read to its end. */
export interface MockRequest extends RoutedOperation {
  query: Record<string, unknown>;
  headers: IncomingHttpHeaders;
  /** In lower case and without parameters; empty if the request has none. */
  mediaType: string;
  /** The body; empty if there is none. */
  text: string;
}

/**
 * Reads a request. Throws a problem with status 413 for a body that is too large, 404 for a path and 405 for a method that the
 * document does not have, and the connection's error if the client leaves.
 */
export async function readRequest(incoming: IncomingMessage): Promise<MockRequest> {
  const { method = 'GET', url = '/', headers } = incoming;
  const text = await readText(incoming);
  const { pathname, searchParams } = new URL(`http://mock${url.startsWith('/') ? '' : '/'}${url}`);
  const routed = findOperation(method, pathname);
  if (!routed) {
    const hasPath = methodsOf(pathname).length > 0;
    throw new Problem(hasPath ? 405 : 404, `The document has no such ${hasPath ? 'method of this path' : 'path'}.`);
  }
  return {
    ...routed,
    query: toNameValues(searchParams),
    headers,
    mediaType: headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '',
    text,
  };
}

/** The largest body. Our choice: not shown. */
const bodyLimitInBytes = 1024 * 1024;

async function readText(request: IncomingMessage): Promise<string> {
  let chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    // The rest is read and dropped, because a client that is still sending would not read the answer.
    if (size > bodyLimitInBytes) chunks = [];
    else chunks.push(chunk);
  }
  if (size > bodyLimitInBytes) throw new Problem(413, `This mock reads at most ${bodyLimitInBytes} bytes.`);
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** Parses a JSON or form body; an empty one gives `{value: undefined}`. Undefined if JSON is malformed. */
export function parseBody({ mediaType, text }: MockRequest): { value: unknown } | undefined {
  if (text === '') return { value: undefined };
  if (mediaType === 'application/x-www-form-urlencoded') return { value: toNameValues(new URLSearchParams(text)) };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Turns a query or a form into an object. A repeated name has all its values. */
function toNameValues(parameters: URLSearchParams): Record<string, unknown> {
  const byName = Map.groupBy(parameters, ([name]) => name);
  return Object.fromEntries(
    Array.from(byName, ([name, entries]) => {
      const values = entries.map(([, value]) => value);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}
