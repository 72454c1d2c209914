import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Secret } from '../../src/index.ts';
import { createObservedClient } from '../support/observed-client.ts';
import { printsOf } from '../support/prints-of.ts';

const user = { phoneNumber: '0500000011', firstName: 'Noor', lastName: 'Buyer', clientUserId: 'shop-7' };
const signedUp = { body: { data: { id: '7', preExistingUser: true, clientUserToken: 'cust-pass-1' } } };

test('LEGACY-1 LEGACY-2 the result is taken out of data, and its clientUserToken prints as redacted', async () => {
  const { escrow } = createObservedClient({ '*': signedUp });

  const result = await escrow.legacy.signUp(user);

  expect(result).toEqual({ id: '7', preExistingUser: true, clientUserToken: expect.any(Secret) });
  expect(result.clientUserToken.reveal()).toBe('cust-pass-1');
  expect(printsOf(result)).not.toContain('cust-pass-1');
});

test('LEGACY-2 clientUserToken of a refusal prints as redacted too', async () => {
  const { escrow } = createObservedClient({ '*': { ...signedUp, status: 409 } });

  const error = await escrow.legacy.signUp(user).catch((error) => error);

  expect(error).toMatchObject({ code: 'api', status: 409 });
  expect(printsOf(error)).not.toContain('cust-pass-1');
  expect(printsOf(error.body)).not.toContain('cust-pass-1');
});

const resources = readFileSync(new URL('../../src/resources.ts', import.meta.url), 'utf8');
const legacy = resources.slice(resources.indexOf('interface Legacy'));

test.each([
  ['signUp', 'customers.register'],
  ['addIban', 'customers.addBankAccount'],
  ['addAddress', 'customers.addAddress'],
])('LEGACY-4 %s is deprecated, and names %s as its replacement', (member, replacement) => {
  const deprecated = new RegExp(`@deprecated Use \`${replacement}\`\\.\\s+\\*/\\s+${member}\\(`);

  expect(legacy).toMatch(deprecated);
});
