import { fillPath, type ServiceOperation } from '@escrow-kit/spec';
import { expect } from 'vitest';
import { valueExamples } from '../../../src/states/values.ts';
import { type SentToken, unknownToken } from './client.ts';
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
 * Makes sure that the very values of the state went out, each in its place: pact's mock takes any of their form, the token
 * of another kind and the id of something else included.
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
