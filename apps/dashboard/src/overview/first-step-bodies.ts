import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { Progress } from './use-progress.ts';

type User = ControlSchema<'User'>;

/** The buyer and the seller of the first milestone. Default: as seller the user with payout details, or the second user. */
export function peopleOf({ users, milestone }: Pick<Progress, 'users' | 'milestone'>): {
  buyer: User | undefined;
  seller: User | undefined;
} {
  const ordered = users.toSorted((one, other) => one.createdAt - other.createdAt);
  const partyOf = (wanted: string) => {
    const party = milestone?.parties.find(({ role }) => role === wanted);
    return party && users.find(({ phoneNumber }) => phoneNumber === party.phoneNumber);
  };
  const seller =
    partyOf('PROVIDER') ?? ordered.find(({ bankAccounts, addresses }) => bankAccounts + addresses > 0) ?? ordered[1];
  return { seller, buyer: partyOf('CUSTOMER') ?? ordered.find((user) => user !== seller) };
}

/** The most complete example body of an operation: the last one, or the one with a name. */
export function exampleOf({ operations }: Progress, id: string, name?: string): unknown {
  const { examples = {} } = operations.find(({ operationId }) => operationId === id) ?? {};
  return name === undefined ? Object.values(examples).at(-1) : examples[name];
}

/** The document's example of a registration, with an unused phone number. */
export function registerBody(progress: Progress, name: 'buyer' | 'seller'): unknown {
  const example = exampleOf(progress, 'registerCustomer', name) as { phoneNumber: string } | undefined;
  if (!example) return {};
  let number = Number(example.phoneNumber);
  while (progress.users.some(({ phoneNumber }) => phoneNumber === `+${number}`)) number += 1;
  return { ...example, phoneNumber: `+${number}` };
}

interface Party {
  role: string;
  phoneNumber: string;
  amount: number;
}

/** The document's example of parties, for these users, this milestone and its price. */
export function partiesBody(progress: Progress): unknown {
  const example = exampleOf(progress, 'addParties') as { mileStonesParties?: Record<string, Party[]> } | undefined;
  const { mileStonesParties = {} } = example ?? {};
  const [shown = []] = Object.values(mileStonesParties);
  const { buyer, seller } = peopleOf(progress);
  const phones: Record<string, string | undefined> = { CUSTOMER: buyer?.phoneNumber, PROVIDER: seller?.phoneNumber };
  const amounts = amountsOf(shown, progress.milestone?.itemPrice);
  const parties = shown.map((party) => ({
    ...party,
    phoneNumber: phones[party.role] ?? party.phoneNumber,
    amount: amounts[party.role] ?? party.amount,
  }));
  return { mileStonesParties: { [progress.milestone?.milestoneId ?? '<milestoneId>']: parties } };
}

/** The example's shares scaled to the price, in whole halalas, so that both sides add up to it. */
function amountsOf(shown: Party[], price: number | undefined): Record<string, number> {
  const amountOf = (wanted: string) => shown.find(({ role }) => role === wanted)?.amount ?? 0;
  if (price === undefined || amountOf('CUSTOMER') === 0) return {};
  const brokerInHalalas = Math.round((price * 100 * amountOf('BROKER')) / amountOf('CUSTOMER'));
  const sellerInHalalas = Math.round(price * 100) - brokerInHalalas;
  return { CUSTOMER: price, BROKER: brokerInHalalas / 100, PROVIDER: sellerInHalalas / 100 };
}
