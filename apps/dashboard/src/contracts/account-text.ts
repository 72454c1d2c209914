import type { Schema } from '../api/schema.ts';

/** Accounts of the ledger that belong to one user, in words. */
const personal: Record<string, (name: string) => string> = {
  buyer: (name) => `${name}, the buyer`,
  user: (name) => `${name}, not yet paid out`,
  bank: (name) => `${name}, at the bank`,
};

/** Accounts of the ledger that belong to no user, in words. */
const general: Record<string, string> = {
  escrow: 'Escrow',
  wallet: "The organization's wallet",
  fees: 'The service, its fee',
  remainder: 'Remainder of price and shares',
};

/** Whose account it is, in words: `buyer:7` is `Basil, the buyer`. What is unknown stands for itself. */
export function accountText(account: string, parties: Schema<'Milestone'>['parties']): string {
  const [kind = '', id] = account.split(':');
  const party = parties.find(({ userId }) => String(userId) === id);
  return (party && personal[kind]?.(party.name ?? party.phoneNumber)) ?? general[kind] ?? account;
}
