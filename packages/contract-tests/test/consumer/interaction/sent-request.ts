import { fillPath, type ServiceOperation } from '@escrow-kit/spec';
import { expect } from 'vitest';
import { type SentToken, unknownToken } from '../../../src/deployment/credentials.ts';
import { valueExamples } from '../../../src/states/values.ts';
import type { WireRequest } from './describe-request.ts';
import { type PlacedValue, type Template, toExample } from './placed-value.ts';

const textOf = (value: PlacedValue | string): string => String(typeof value === 'string' ? value : value.example);

function authorizationOf(token: SentToken): string | null {
  if (token === 'none') return null;
  return `Bearer ${token === 'unknown' ? unknownToken : valueExamples[token]}`;
}

const formType = 'application/x-www-form-urlencoded';

const parseBody = (text: string, mediaType: string | null): unknown =>
  mediaType === formType ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text);

/**
 * Checks that the exact values of the state were sent, each in its place. Pact's mock accepts any value of the same form, even
 * a token of another kind or the id of another record.
 */
export async function expectSent(
  sent: Request | undefined,
  { operation, token, request }: { operation: ServiceOperation; token: SentToken; request: WireRequest },
): Promise<void> {
  const { path = {}, body } = request;
  const expectedPath = fillPath(
    operation.path,
    Object.fromEntries(Object.entries(path).map(([name, value]) => [name, textOf(value)])),
  );
  expect(sent && new URL(sent.url).pathname).toBe(expectedPath);
  expect(sent?.headers.get('authorization')).toBe(authorizationOf(token));
  const text = await sent?.text();
  if (body === undefined) expect(text).toBe('');
  else expect(parseBody(text ?? '', sent?.headers.get('content-type') ?? null)).toEqual(toExample(body as Template));
}

/** The request with the query, the body and the media type of the interaction, in place of the client's. */
export function sendUnchecked(sent: Request, { query, body, mediaType }: WireRequest): Request {
  const url = new URL(sent.url);
  if (query) url.search = new URLSearchParams(query).toString();
  const headers = new Headers(sent.headers);
  if (mediaType) headers.set('content-type', mediaType);
  if (body === undefined) return new Request(url, { method: sent.method, headers });
  const example = toExample(body);
  const isForm = headers.get('content-type') === formType;
  const text = isForm ? new URLSearchParams(example as Record<string, string>).toString() : JSON.stringify(example);
  return new Request(url, { method: sent.method, headers, body: text });
}
