import { repeats } from '@escrow-kit/tools';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deployment } from '../src/generated/service.ts';
import { isApiError } from '../src/index.ts';
import { choice, map, object } from '../src/rules.ts';
import { failureOf } from './support/failure-of.ts';
import { createObservedClient } from './support/observed-client.ts';
import { parties } from './support/sample-inputs.ts';

const numRuns = repeats({ test: 50, soak: 3000 });

/** The error of a registration that is refused with a body. */
async function refusalWith(body: object | string, sent: object = {}, headers: Record<string, string> = {}) {
  const { escrow } = createObservedClient({ '*': { status: 400, body, headers } });
  const error = await failureOf(escrow.customers.register(sent));
  if (!isApiError(error)) throw error;
  return error;
}

test('ERR-1 whatever the service says, a word that may be a name is in error.body and not in the message', async () => {
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

/** The error of parties that are refused with a body. */
async function refusedParties(body: object, key = 'milestone_1') {
  const { escrow } = createObservedClient({ '*': { status: 400, body } });
  const error = await failureOf(escrow.contracts.addParties('contract_1', { [key]: parties }));
  if (!isApiError(error)) throw error;
  return error;
}

test('USER-5a the message has what the service says of a stranger, and error.field the place', async () => {
  const field = 'mileStonesParties.milestone_1[1].phoneNumber';
  const message =
    'The PROVIDER in entry 2 of the milestone is not registered with this organization: register the PROVIDER first.';
  const violations = [{ field, message }, {}];

  const error = await refusedParties({ error: 'rule_violation', rule: 'USER-5a', field, message, violations });

  const what = `addParties was refused with 400: USER-5a (${field}): ${message}`;
  expect(error.message).toBe(`${what} And 1 more in error.body.violations.`);
  expect(error.field).toBe(field);
});

test.each([
  ['{"rule":"PARTY-4a"}', 'PARTY-4a: Parties are refused if the customer amounts differ'],
  ['{"rule":"PARTY-4a","field":"mileStonesParties.milestone_1"}', 'PARTY-4a (mileStonesParties.milestone_1): Parties'],
  ['{"error":{"code":"TOO_LATE","message":"The milestone has expired."}}', 'TOO_LATE: The milestone has expired.'],
  ['{"message":"mileStonesParties.milestone_1 must not be empty"}', 'mileStonesParties.milestone_1 must not be empty.'],
  [
    '{"violations":[{"field":"mileStonesParties.milestone_1[0].amount"}]}',
    '(mileStonesParties.milestone_1[0].amount).',
  ],
])('ERR-1 of %s the message has: %s', async (body, part) => {
  const { message } = await refusedParties(JSON.parse(body));

  expect(message).toContain(`addParties was refused with 400: ${part}`);
});

test.each([
  ['a name', 'The user Mohammed is blocked.'],
  ['a name in lower case', 'The user mohammed is blocked.'],
  ['a phone', 'The phone +966500000011 is not registered.'],
  ['the end of a phone', 'The phone that ends with 0011 is not registered.'],
  ['an address of mail', 'The user is a@b.example.'],
  ['an address', 'The user is not registered: https://service.example'],
  ['a phone in groups', 'The phoneNumber 966 500 000 001 is not registered.'],
  ['a phone with dots', 'The phoneNumber 966.500.000.001 is not registered.'],
  ['numbers with words between', 'The phoneNumber 102 and 345 and 678 and 9 is not registered.'],
  ['two numbers', 'The phoneNumber 102 34 is not registered.'],
  ['a number of four digits', 'The entry 1234 is not registered.'],
  ['digits of a phone that was sent', 'The phoneNumber 500 and 0 is not registered.'],
  ['quoted words', 'The user "first" is not registered.'],
  ['a line break', 'The user is\nnot registered.'],
  ['more than 300 characters', 'The user is not registered. '.repeat(12)],
])('ERR-1 a message of the service with %s is not shown', async (_what, text) => {
  const { message, field } = await refusedParties({ error: 'USER_IS_BLOCKED', message: text, field: text });

  expect(message).toBe("addParties was refused with 400: USER_IS_BLOCKED. See the service's answer in error.body.");
  expect(field).toBeUndefined();
});

test.each([
  ['groups of digits', 'mileStonesParties.milestone_1[966][501][234][567]'],
  ['digits of a phone that was sent', 'mileStonesParties.milestone_1[500][0]'],
  ['no name', '[966][501]'],
  ['a number as a name', 'mileStonesParties.966.501'],
  ['a position of four digits', 'mileStonesParties.milestone_1[1234]'],
  ['more than 200 characters', `mileStonesParties${'.milestone_1'.repeat(60_000)}`],
])('ERR-1 a place with %s is not shown', async (_what, field) => {
  const error = await refusedParties({ error: 'TOO_LATE', field });

  expect(error.field).toBeUndefined();
  expect(error.message).toBe("addParties was refused with 400: TOO_LATE. See the service's answer in error.body.");
});

test.each(['966512345678', 'p966500000011'])('ERR-1 the key %s of a map, a phone number, is not shown', async (key) => {
  const field = `mileStonesParties.${key}`;

  const error = await refusedParties({ error: 'TOO_LATE', field, message: `${key} must not be empty` }, key);

  expect(error.field).toBeUndefined();
  expect(error.message).toBe("addParties was refused with 400: TOO_LATE. See the service's answer in error.body.");
});

test('ERR-1 the key of a map that is an id with a long number is shown', async () => {
  const field = 'mileStonesParties.milestone_20260001[1]';

  expect(await refusedParties({ field }, 'milestone_20260001')).toMatchObject({ field });
});

test('ERR-1 a place in a map of one kind of a value is shown', async () => {
  const fees = map({ values: object({}) });
  const body = choice({ by: 'role', kinds: { BROKER: object({ properties: { fees } }) } });
  const { operationTable } = deployment;
  const registerCustomer = { ...operationTable.registerCustomer, body };
  const { escrow } = createObservedClient(
    { '*': { status: 400, body: { field: 'fees.fee_a' } } },
    { deployment: { ...deployment, operationTable: { ...operationTable, registerCustomer } } },
  );

  const error = await failureOf(escrow.customers.register({ role: 'BROKER', fees: { fee_a: {} } } as object));

  expect(error).toMatchObject({ field: 'fees.fee_a' });
});

test('ERR-1 a message that repeats what was sent is not shown, even if each of its words is known', async () => {
  const { message } = await refusalWith({ message: 'The user every buyer is invalid.' }, { lastName: 'every buyer' });

  expect(message).toBe("registerCustomer was refused with 400. See the service's answer in error.body.");
});

test('ERR-1 a rule in an answer is error.rule, and the message has its words', async () => {
  const error = await refusalWith({ error: { rule: 'PARTY-3' } });

  expect(error.rule).toBe('PARTY-3');
  expect(error.message).toContain('was refused with 400: PARTY-3: A provider must omit');
  expect(JSON.parse(JSON.stringify(error))).toMatchObject({ rule: 'PARTY-3' });
});

test.each([
  ['3', 3_000],
  ['Sara', undefined],
])('ERR-1 Retry-After: %s is error.retryAfterInMs %s', async (text, expected) => {
  const error = await refusalWith({}, {}, { 'retry-after': text });

  expect(error.retryAfterInMs).toBe(expected);
});
