import { repeats } from '@escrow-kit/suite';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ShortId } from '../src/index.ts';
import { failureOf } from './support/failure-of.ts';
import { createObservedClient } from './support/observed-client.ts';

const numRuns = repeats({ test: 100, soak: 3000 });
/** Names without vowels, so that none is a word that the message has of its own. */
const name = fc.string({ unit: fc.constantFrom(..."bcdfghjklmnpqrstvwxzBCDßñ '-"), minLength: 4, maxLength: 30 });
const phone = fc.integer({ min: 10 ** 8, max: 10 ** 9 - 1 }).map((digits) => `+966${digits}`);

/** The message of a refusal that repeats what was sent. */
async function messageOf(sent: object, body: object | string): Promise<string> {
  const { escrow } = createObservedClient({ '*': { status: 400, body } });
  const { message } = await failureOf(escrow.customers.register(sent));
  return message;
}

test('ERR-1 nothing that was sent is in the message, in whatever words the service repeats it', async () => {
  const shape = fc.constantFrom(
    (text: string) => ({ error: text }),
    (text: string) => ({ error: { code: 'INVALID', message: text } }),
    (text: string) => ({ message: text, rule: text }),
    (text: string) => text,
  );
  await fc.assert(
    fc.asyncProperty(name, phone, shape, async (firstName, phoneNumber, toBody) => {
      const repeated = `the user ${firstName} with ${phoneNumber.slice(1)} or ${firstName.toUpperCase()} is taken`;

      const message = await messageOf({ firstName, phoneNumber }, toBody(repeated));

      const words = firstName.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
      expect(words.filter((word) => message.toLowerCase().includes(word))).toEqual([]);
      expect(message).not.toContain(phoneNumber.slice(5));
    }),
    { numRuns },
  );
});

test.each([
  ['a name that was not sent', 'Noor Albuyer is not linked', '[redacted] is not linked'],
  ['an IBAN', 'account SA0380000000608010167519 is closed', 'account [redacted] is closed'],
  ['a phone with spaces', 'call +966 50 000 0011 first', 'call [redacted] first'],
  ['a number in short groups', 'holder 1 000-000 001 has it', 'holder [redacted] has it'],
  ['an address', 'mail noor@shop.test bounced', 'mail [redacted] bounced'],
  ['a token', 'token eyJhbGciOi.eyJzdWIi.c2ln is old', 'token [redacted] is old'],
  ['a word of another script', 'customer نورة is unknown', 'customer [redacted] is unknown'],
  [
    'an id in a path',
    'mileStonesParties.milestone_0mwq5b4ke0000an3[0].amount must be number',
    'mileStonesParties.[redacted][0].amount must be number',
  ],
  [
    'an address that begins with a word',
    'mail name.surname@shop.test bounced',
    'mail name.[redacted].[redacted] bounced',
  ],
  ['a long word', `key ${'abcdefghij'.repeat(3)} refused`, 'key [redacted] refused'],
])('ERR-1 %s is hidden in the message', async (_what, text, shown) => {
  expect(await messageOf({}, { message: text })).toContain(`: ${shown}. `);
});

test('TICKET-1 a client secret is hidden, and words of the message that it consists of are not', async () => {
  const message = 'The client secret wrong_secret is unknown';
  const { escrow } = createObservedClient(
    { '*': { status: 401, body: { message } } },
    { clientSecret: 'wrong_secret' },
  );

  const failure = await failureOf(
    escrow.payments.requestTicket({ shortId: 'aB3xK9' as ShortId, buyerPhone: '+966500000011' }),
  );

  expect(failure.message).toContain(': The client secret [redacted] is unknown. ');
});

test('ERR-1 a token that the service repeats is hidden in the message', async () => {
  const message = 'The token wrong_token is unknown';
  const { escrow } = createObservedClient(
    { '*': { status: 401, body: { message } } },
    { tokens: { organization: 'wrong_token' } },
  );

  const failure = await failureOf(escrow.customers.register({}));

  expect(failure.message).toContain(': The token [redacted] is unknown. ');
});

test.each([
  [
    'codes, rules, fields and constants',
    'rule_violation PARTY-3 itemDetail.title of a PROVIDER isSender VALIDATION_ERROR',
  ],
  ['numbers too short to name anybody', 'line 12 of 99'],
  ['words of the kit', 'this sandbox takes a Saudi number in E.164 form after Bearer'],
])('ERR-1 %s are shown', async (_what, text) => {
  expect(await messageOf({}, { message: text })).toContain(`: ${text}. `);
});

test('ERR-1 a reason is cut to a length that a log takes', async () => {
  const message = await messageOf({}, { message: 'word '.repeat(1000) });

  expect(message).toContain('…');
  expect(message.length).toBeLessThan(350);
});
