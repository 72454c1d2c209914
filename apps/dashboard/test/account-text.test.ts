import { expect, test } from 'vitest';
import { accountText } from '../src/contracts/account-text.ts';

type Account = Parameters<typeof accountText>[0];

const parties: Parameters<typeof accountText>[1] = [
  { role: 'CUSTOMER', phoneNumber: '+966500000001', userId: 7, amount: 1, joinedAt: 0, name: 'Basil Buyer' },
  { role: 'PROVIDER', phoneNumber: '+966500000002', userId: 8, amount: 1, joinedAt: 0, name: null },
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
