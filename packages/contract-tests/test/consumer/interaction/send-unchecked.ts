import type { WireRequest } from '../../../src/consumer/describe-request.ts';
import { toExample } from '../../../src/consumer/placed-value.ts';

const form = 'application/x-www-form-urlencoded';

/** The request with the query, the body and the media type of the interaction, in place of the client's. */
export function sendUnchecked(sent: Request, { query, body, mediaType }: WireRequest): Request {
  const url = new URL(sent.url);
  if (query) url.search = new URLSearchParams(query).toString();
  const headers = new Headers(sent.headers);
  if (mediaType) headers.set('content-type', mediaType);
  if (body === undefined) return new Request(url, { method: sent.method, headers });
  const example = toExample(body);
  const isForm = headers.get('content-type') === form;
  const text = isForm ? new URLSearchParams(example as Record<string, string>).toString() : JSON.stringify(example);
  return new Request(url, { method: sent.method, headers, body: text });
}
