import { expect, test } from 'vitest';
import { accountText } from '../src/contracts/account-text.ts';
import { smallestEntry } from './support/smallest.ts';

type Account = Parameters<typeof accountText>[0];

const parties = [
  smallestEntry('Milestone', 'parties', { role: 'CUSTOMER', userId: 7, name: 'Basil Buyer' }),
  smallestEntry('Milestone', 'parties', { role: 'PROVIDER', userId: 8, phoneNumber: '+966500000002' }),
];

test.each<[Account['kind'], number | null, string]>([
  ['buyer', 7, 'Basil Buyer, the buyer'],
  ['user', 8, '+966500000002, not yet paid out'],
  ['bank', 8, '+966500000002, at the bank'],
  ['escrow', null, 'Escrow'],
  ['wallet', null, "The organization's wallet"],
  ['fees', null, 'The service, its fee'],
  ['remainder', null, 'Remainder of price and shares'],
  ['other', null, 'the-account'],
  ['buyer', 9, 'the-account'],
])('an account of the kind %s and the user %s is described', (kind, userId, text) => {
  expect(accountText({ account: 'the-account', kind, userId }, parties)).toBe(text);
});
