import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { ProblemJsonError } from '@stoplight/prism-http';
import { toNameValues } from './name-values.ts';

/** A request, read to its end. */
export interface MockRequest {
  method: string;
  /** As it arrived, still percent-encoded. */
  path: string;
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
  const { pathname, searchParams } = new URL(`http://mock${url.startsWith('/') ? '' : '/'}${url}`);
  if (!isWellFormed(pathname))
    throw new ProblemJsonError('about:blank', 'Bad Request', 400, 'The path has a malformed percent escape.');
  const mediaType = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
  return { method, path: pathname, query: toNameValues(searchParams), headers, mediaType, text };
}

function isWellFormed(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
