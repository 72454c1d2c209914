import type { ControlSchema } from '@escrow-kit/sandbox-control';

type Milestone = ControlSchema<'Milestone'>;

/** Whether money has moved, is on its way, or will move. */
export type FlowState = 'planned' | 'pending' | 'done';

/** The participants in a milestone's money. */
export interface MoneyNode {
  id: string;
  kind: 'buyer' | 'escrow' | 'seller' | 'wallet' | 'fees' | 'remainder';
  /** The role of the node, such as `Buyer`. */
  role: string;
  name: string;
  /** What happened or will happen to the money there. */
  text: string;
}

/** Money that moves from one node to another. */
export interface MoneyFlow {
  from: string;
  to: string;
  amount: number;
  state: FlowState;
}

/** The picture of a milestone's money: payments, what is held, and the fee. */
export interface MoneyPicture {
  nodes: MoneyNode[];
  flows: MoneyFlow[];
}

/** Builds the picture from a milestone's ledger and, for money that has not moved yet, from its parties. */
export function moneyPicture(milestone: Milestone, format: (amount: number) => string): MoneyPicture {
  const { balances } = milestone.ledger;
  const balanceOf: Context['balanceOf'] = (kind, userId = null) =>
    balances.find((balance) => balance.kind === kind && balance.userId === userId)?.amount ?? 0;
  const context = { milestone, format, balanceOf };
  const parts = [buyerPart(context), escrowPart(context), ...sellerParts(context), ...organizationParts(context)];
  return { nodes: parts.map(({ node }) => node), flows: parts.flatMap(({ flow }) => flow ?? []) };
}

interface Context {
  milestone: Milestone;
  format(amount: number): string;
  /** The milestone's balance of an account. `userId` is the account's user, if it has one. */
  balanceOf(kind: ControlSchema<'AccountKind'>, userId?: number | null): number;
}

interface Part {
  node: MoneyNode;
  flow?: MoneyFlow;
}

function buyerPart({ milestone, format }: Context): Part {
  const { itemPrice, parties, payments, ledger } = milestone;
  const payer = ledger.balances.find(({ kind }) => kind === 'buyer');
  const transfer = payments.find(({ state }) => state === 'PENDING');
  const customers = parties.filter(({ role }) => role === 'CUSTOMER');
  const payerId = (payer ?? transfer)?.userId;
  const buyer = customers.find(({ userId }) => userId === payerId) ?? customers[0];
  const state = payer ? 'done' : transfer ? 'pending' : 'planned';
  const text = {
    done: `paid ${format(itemPrice)}`,
    pending: 'bank transfer is pending',
    planned: `will pay ${format(itemPrice)}`,
  }[state];
  return {
    node: { id: 'buyer', kind: 'buyer', role: 'Buyer', name: nameOf(buyer, 'No buyer yet'), text },
    flow: { from: 'buyer', to: 'escrow', amount: itemPrice, state },
  };
}

function escrowPart({ milestone: { ledger }, format, balanceOf }: Context): Part {
  const held = balanceOf('escrow');
  const empty = ledger.entries.length === 0 ? 'holds nothing yet' : 'no longer holds anything';
  return {
    node: {
      id: 'escrow',
      kind: 'escrow',
      role: 'Escrow',
      name: 'Held for both sides',
      text: held === 0 ? empty : `holds ${format(held)}`,
    },
  };
}

/** One part for each seller, even if they are a party twice. */
function sellerParts({ milestone: { parties }, format, balanceOf }: Context): Part[] {
  const sellers = Map.groupBy(
    parties.filter(({ role }) => role === 'PROVIDER'),
    ({ userId }) => userId,
  );
  return [...sellers].map(([userId, shares]) => {
    const id = `seller:${userId}`;
    const [onItsWay, paidOut] = [balanceOf('user', userId), balanceOf('bank', userId)];
    const amount = shares.reduce((sum, share) => sum + share.amount, 0);
    const text =
      paidOut > 0
        ? `was paid out ${format(paidOut)}`
        : onItsWay > 0
          ? `is given ${format(onItsWay)}`
          : `will get ${format(amount)}`;
    const state = paidOut > 0 ? 'done' : onItsWay > 0 ? 'pending' : 'planned';
    return {
      node: { id, kind: 'seller', role: 'Seller', name: nameOf(shares[0], ''), text },
      flow: { from: 'escrow', to: id, amount, state },
    };
  });
}

/** The organization's share goes to its wallet, from which the fee is taken. */
function organizationParts({ milestone, format, balanceOf }: Context): Part[] {
  const { parties, fee, feePercentage } = milestone;
  const share = parties.filter(({ role }) => role === 'BROKER').reduce((sum, { amount }) => sum + amount, 0);
  const isReleased = milestone.state === 'CASHOUT_IN_PROGRESS' || milestone.state === 'COMPLETED';
  const state = isReleased ? 'done' : 'planned';
  const remainder = isReleased ? balanceOf('remainder') : remainderOf(milestone);
  const percentage = `${Number((feePercentage * 100).toFixed(4))} %`;
  return [
    ...(remainder === 0 ? [] : [remainderPart(remainder, state, format)]),
    {
      node: {
        id: 'wallet',
        kind: 'wallet',
        role: 'Organization',
        name: 'Wallet',
        text: isReleased ? `came to ${format(balanceOf('wallet'))}` : `will come to ${format(share - fee)}`,
      },
      flow: { from: 'escrow', to: 'wallet', amount: share, state },
    },
    {
      node: {
        id: 'fees',
        kind: 'fees',
        role: 'Service',
        name: `Fee of ${percentage}`,
        text: isReleased ? `took ${format(balanceOf('fees'))}` : `will take ${format(fee)}`,
      },
      flow: { from: 'wallet', to: 'fees', amount: fee, state },
    },
  ];
}

/** Placed above the wallet, so that its amount and the fee's do not overlap. */
function remainderPart(amount: number, state: FlowState, format: Context['format']): Part {
  return {
    node: { id: 'remainder', kind: 'remainder', role: 'Remainder', name: 'Price minus shares', text: format(amount) },
    flow: { from: 'escrow', to: 'remainder', amount, state },
  };
}

/** The price minus the shares of the parties, in halalas; 0 without parties. */
export function remainderOf({ itemPrice, parties }: Pick<Milestone, 'itemPrice' | 'parties'>): number {
  if (parties.length === 0) return 0;
  const shares = parties.filter(({ role }) => role === 'CUSTOMER').reduce((sum, { amount }) => sum + amount, 0);
  return (Math.round(itemPrice * 100) - Math.round(shares * 100)) / 100;
}

function nameOf(party: Milestone['parties'][number] | undefined, fallback: string): string {
  return party ? (party.name ?? party.phoneNumber) : fallback;
}
