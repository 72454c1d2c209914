import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { toNameValues } from './name-values.ts';
import { Problem } from './problem.ts';

/** A request, read to its end. */
export interface MockRequest {
  method: string;
  /** As it arrived, still percent-encoded. */
  path: string;
  /** As it arrived, with its question mark; empty where there is none. */
  search: string;
  query: Record<string, string | string[]>;
  headers: IncomingHttpHeaders;
  /** In lower case and without parameters; empty where the request does not say. */
  mediaType: string;
  /** The body; empty where there is none. */
  text: string;
}

/** Takes apart what Node received. Throws a problem with status 400 where the path has a malformed escape. */
export function toMockRequest({ method = 'GET', url = '/', headers }: IncomingMessage, text: string): MockRequest {
  // Only a target that begins with a slash can follow a host; any other is no path of the document either.
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
