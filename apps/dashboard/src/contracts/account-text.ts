import type { ControlSchema } from '@escrow-kit/sandbox-control';

/** An account of the ledger, as in balances and entries. */
type Account = Pick<ControlSchema<'Milestone'>['ledger']['balances'][number], 'account' | 'kind' | 'userId'>;

/** The text for each kind of account. `name` is the name of its user. */
const texts: Record<ControlSchema<'AccountKind'>, (name: string, account: string) => string> = {
  buyer: (name) => `${name}, the buyer`,
  user: (name) => `${name}, not yet paid out`,
  bank: (name) => `${name}, at the bank`,
  escrow: () => 'Escrow',
  wallet: () => "The organization's wallet",
  fees: () => 'The service, its fee',
  remainder: () => 'Remainder of price and shares',
  other: (_, account) => account,
};

/** Describes an account with its user, such as `Basil, the buyer`. Returns the name of an account whose user is not a party. */
export function accountText(
  { account, kind, userId }: Account,
  parties: ControlSchema<'Milestone'>['parties'],
): string {
  const party = parties.find((found) => userId !== null && found.userId === userId);
  if (userId !== null && !party) return account;
  return texts[kind](party ? (party.name ?? party.phoneNumber) : '', account);
}
