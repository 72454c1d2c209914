import type { ControlSchema } from '@escrow-kit/sandbox-control';

/** A milestone, as the control API describes it. */
export type Milestone = ControlSchema<'Milestone'>;
/** A party of a milestone. */
export type Party = Milestone['parties'][number];

/** The text for each kind of account. `name` is the name of its user. */
const texts: Record<ControlSchema<'AccountKind'>, (name: string) => string> = {
  buyer: (name) => `${name}, the buyer`,
  user: (name) => `${name}, not yet paid out`,
  bank: (name) => `${name}, at the bank`,
  escrow: () => 'Escrow',
  wallet: () => "The organization's wallet",
  fees: () => 'Service fee',
  remainder: () => 'Remainder (price minus shares)',
};

/** Describes an account with its user, such as `Basil, the buyer`. Returns the name of an account whose user is not a party. */
export function accountText(
  { account, kind, userId }: Pick<Milestone['ledger']['balances'][number], 'account' | 'kind' | 'userId'>,
  parties: Milestone['parties'],
): string {
  const party = parties.find((found) => userId !== null && found.userId === userId);
  if (userId !== null && !party) return account;
  return texts[kind](party ? partyName(party) : '');
}

/** The name of a party, or its phone number if the name is not known. The broker is the organization, which is no user. */
export function partyName({
  name,
  phoneNumber,
  role,
}: Pick<Milestone['parties'][number], 'name' | 'phoneNumber' | 'role'>) {
  return name ?? (role === 'BROKER' ? 'The organization' : phoneNumber);
}
