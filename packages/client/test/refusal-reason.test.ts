import { repeats } from '@escrow-kit/tools';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isApiError } from '../src/index.ts';
import { failureOf } from './support/failure-of.ts';
import { createObservedClient } from './support/observed-client.ts';

const numRuns = repeats({ test: 50, soak: 3000 });

/** The error of a registration that is refused with a body. */
async function refusalWith(body: object | string, sent: object = {}, headers: Record<string, string> = {}) {
  const { escrow } = createObservedClient({ '*': { status: 400, body, headers } });
  const error = await failureOf(escrow.customers.register(sent));
  if (!isApiError(error)) throw error;
  return error;
}

test('ERR-1 whatever the service says, its prose is in error.body and not in the message', async () => {
  const prose = fc.string({
    unit: fc.constantFrom(..."bcdfghjklmnpqrstvwxzBCDßñسارة '-"),
    minLength: 4,
    maxLength: 30,
  });
  const shape = fc.constantFrom(
    (text: string) => ({ error: `The user ${text} is taken` }),
    (text: string) => ({ error: { code: 'INVALID', message: text } }),
    (text: string) => ({ message: text, detail: text, title: text }),
    (text: string) => `sorry, ${text}`,
  );
  await fc.assert(
    fc.asyncProperty(prose, shape, async (text, toBody) => {
      const error = await refusalWith(toBody(text));

      const words = text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
      expect(words.filter((word) => error.message.toLowerCase().includes(word))).toEqual([]);
      expect(error.body).toEqual(toBody(text));
    }),
    { numRuns },
  );
});

test.each([
  ['a code', { error: 'contract_is_closed' }, 'was refused with 400: contract_is_closed.'],
  ['a code within error', { error: { code: 'TOO_LATE' } }, 'was refused with 400: TOO_LATE.'],
  ['no code but a name', { error: 'Sara Seller' }, 'was refused with 400. '],
  ['no code but a number', { code: '1098765432' }, 'was refused with 400. '],
])('ERR-1 the message has %s', async (_what, body, part) => {
  const { message } = await refusalWith(body);

  expect(message).toContain(part);
});

test.each([
  ['a name', { firstName: 'sara' }, { error: 'sara' }],
  ['a token', {}, { error: 'org-token', code: 'org-token' }],
])('ERR-1 %s that the service repeats as its code is not in the message', async (_what, sent, body) => {
  const { message } = await refusalWith(body, sent);

  expect(message).toContain('was refused with 400. ');
});

test('ERR-1 a rule in an answer is error.rule, and the message has its words', async () => {
  const error = await refusalWith({ error: { rule: 'PARTY-3' } });

  expect(error.rule).toBe('PARTY-3');
  expect(error.message).toContain('was refused with 400: PARTY-3 A provider omits');
  expect(JSON.parse(JSON.stringify(error))).toMatchObject({ rule: 'PARTY-3' });
});

test.each([
  ['3', 3_000],
  ['Sara', undefined],
])('ERR-1 Retry-After: %s is error.retryAfterInMs %s', async (text, expected) => {
  const error = await refusalWith({}, {}, { 'retry-after': text });

  expect(error.retryAfterInMs).toBe(expected);
});
