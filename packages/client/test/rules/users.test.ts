import { expect, test } from 'vitest';
import { createObservedClient } from '../support/observed-client.ts';
import { bankAccount, customer } from '../support/sample-inputs.ts';

const registered = { serviceUserId: 1001, userIdentification: 2002 };

test('USER-2 a registration is retried after a server error, because it may be repeated', async () => {
  const answers = [{ status: 503 }, { body: registered }];
  const { escrow, sent } = createObservedClient({ '*': answers }, { retry: { max: 1, baseDelayInMs: 0 } });

  expect(await escrow.customers.register(customer)).toEqual(registered);
  expect(sent).toHaveLength(2);
});

test.each([
  ['21 digits', 'SA038000000060801016751'],
  ['23 digits', 'SA03800000006080101675199'],
  ['spaces', 'SA03 8000 0000 6080 1016 7519'],
  ['another country', 'DE0380000000608010167519'],
  ['small letters', 'sa0380000000608010167519'],
  ['a letter', 'SA038000000060801016751A'],
  ['a line break', 'SA0380000000608010167519\n'],
  ['digits of another script', `SA${'٣'.repeat(22)}`],
])('BANK-2 an IBAN with %s is refused before anything is sent', async (_what, iban) => {
  const { escrow, sent } = createObservedClient({ '*': {} });

  await expect(escrow.customers.addBankAccount(1001, { ...bankAccount, iban })).rejects.toMatchObject({
    code: 'rule_violation',
    outcome: 'not-sent',
    violations: [{ path: 'body.iban', rule: 'BANK-2' }],
  });
  expect(sent).toEqual([]);
});

test('ADDR-1 an address with only label and country is sent, even with unknown values', async () => {
  const { escrow, sent } = createObservedClient({ '*': {} });

  await escrow.customers.addAddress(1001, { addressLabel: 'WAREHOUSE', countryCode: 'AE' });

  expect(sent.map(({ body }) => JSON.parse(body))).toEqual([{ addressLabel: 'WAREHOUSE', countryCode: 'AE' }]);
});
