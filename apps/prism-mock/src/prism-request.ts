import type { MockRequest } from './mock-request.ts';
import type { MockedOperation } from './mocked-operation.ts';
import { type Preferences, writePreferences } from './preferences.ts';
import type { PrismRequest } from './send-to-prism.ts';

/** The document has only JSON answers; Prism answers some other `Accept` headers with 500. */
const accept = 'application/json, */*';

/**
 * Forwards a request to Prism, with only what Prism checks. Prism never answers if it can't read the body, so the body is sent
 * only if the operation takes one, and in UTF-8.
 */
export function passOn(operation: MockedOperation, request: MockRequest, preferences: Preferences): PrismRequest {
  const { method, path, search, mediaType } = request;
  const { authorization } = request.headers;
  const hasBody = request.text !== '' && mediaType === operation.mediaType;
  return {
    method,
    path: path + search,
    headers: {
      accept,
      prefer: writePreferences(preferences),
      // Prism knows only this spelling of the scheme.
      ...(authorization !== undefined && { authorization: authorization.replace(/^bearer +/i, 'Bearer ') }),
      ...(hasBody && { 'content-type': mediaType }),
    },
    body: hasBody ? request.text : '',
  };
}

/**
 * Asks Prism for a chosen answer. Prism follows `Prefer` only for valid requests, so this sends the document's example request
 * with it.
 */
export function askFor({ example }: MockedOperation, preferences: Preferences): PrismRequest {
  return { ...example, headers: { ...example.headers, accept, prefer: writePreferences(preferences) } };
}

/** Makes Prism answer that the document has no such path or method. */
export function passOnUnknown({ method, path }: MockRequest): PrismRequest {
  return { method, path, headers: { accept }, body: '' };
}
