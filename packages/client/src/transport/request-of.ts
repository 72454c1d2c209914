import { createFinalURL, createQuerySerializer, defaultBodySerializer, defaultPathSerializer } from 'openapi-fetch';
import type { PreparedCall } from './prepared-call.ts';

/** Writes a body as text: a form if the content type says so, otherwise JSON. */
const serializeBody: (body: unknown, headers: Record<string, string> | Headers) => string = defaultBodySerializer;

/**
 * Returns a function that creates the request of a call, the same each time, because a Request can be sent only once.
 * @throws TypeError if a header of the caller is malformed, or the body cannot be a form.
 */
export function requestOf(prepared: PreparedCall, signal: AbortSignal): () => Request {
  const { operation, address, parts } = prepared;
  const headers = headersOf(prepared);
  const url = createFinalURL(operation.template, {
    baseUrl: new URL(address).href.replace(/\/$/, ''),
    params: { path: parts.path, query: parts.query },
    pathSerializer: defaultPathSerializer,
    querySerializer: createQuerySerializer(),
  });
  const body = parts.body === undefined ? null : serializeBody(parts.body, headers);
  // Following a redirect would send headers and body to another origin.
  return () => new Request(url, { method: operation.method, headers, body, redirect: 'manual', signal });
}

/** The caller's headers, and those that the client sets itself, except for the token, which each attempt sets. */
function headersOf({ operation, parts, headers: given }: PreparedCall): Record<string, string> | Headers {
  const own: Record<string, string> = { accept: 'application/json' };
  if (parts.body !== undefined) own['content-type'] = operation.encoding ?? 'application/json';
  if (!given) return own;
  const headers = new Headers(given);
  for (const name of ['authorization', 'content-type']) headers.delete(name);
  for (const [name, value] of Object.entries(own)) headers.set(name, value);
  return headers;
}
