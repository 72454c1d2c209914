import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Problem } from './problem.ts';

/** A request, read to its end. */
export interface MockRequest {
  method: string;
  /** As it arrived, still percent-encoded. */
  path: string;
  /** As it arrived, with its question mark; empty if there is none. */
  search: string;
  query: Record<string, string | string[]>;
  headers: IncomingHttpHeaders;
  /** In lower case and without parameters; empty if the request has none. */
  mediaType: string;
  /** The body; empty if there is none. */
  text: string;
}

/** Reads Node's request. Throws a problem with status 400 if the path has a malformed escape. */
export function toMockRequest({ method = 'GET', url = '/', headers }: IncomingMessage, text: string): MockRequest {
  // A target without a slash at the beginning can't follow a host, and is not a path of the document.
  const { pathname, search, searchParams } = new URL(`http://mock${url.startsWith('/') ? '' : '/'}${url}`);
  if (!isWellFormed(pathname)) {
    throw new Problem(400, { title: 'Bad Request', detail: 'The path has a malformed percent escape.' });
  }
  return {
    method,
    path: pathname,
    search,
    query: toNameValues(searchParams),
    headers,
    mediaType: headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '',
    text,
  };
}

function isWellFormed(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Turns a query or a form into an object. A repeated name has all its values. */
export function toNameValues(parameters: URLSearchParams): Record<string, string | string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of parameters) {
    const earlier = values.get(name);
    if (earlier) earlier.push(value);
    else values.set(name, [value]);
  }
  return Object.fromEntries([...values].map(([name, all]) => [name, all.length === 1 ? (all[0] as string) : all]));
}
