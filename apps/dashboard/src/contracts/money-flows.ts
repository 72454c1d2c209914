import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { moneyText } from '../ui/text.ts';
import { partyName } from './milestone-list.tsx';

type Milestone = ControlSchema<'Milestone'>;

/** Whether money has moved, is on its way, or will move. */
export type FlowState = 'planned' | 'pending' | 'done';

/** A participant in a milestone's money, and to whom the money goes on from there. */
export interface MoneyNode {
  kind: 'buyer' | 'escrow' | 'seller' | 'wallet' | 'fees' | 'remainder';
  /** The role of the node, such as `Buyer`. */
  role: string;
  name: string;
  /** What happened or will happen to the money there. */
  text: string;
  /** The money that arrives there; undefined for the buyer, from whom all of it comes. */
  flow?: { amount: number; state: FlowState };
  next: MoneyNode[];
}

/** The milestone's balance of an account. `userId` is the account's user, if it has one. */
type BalanceOf = (kind: ControlSchema<'AccountKind'>, userId?: number | null) => number;

/** The way of a milestone's money, from its ledger and, for money that has not moved yet, from its parties. */
export function moneyFlows(milestone: Milestone): MoneyNode {
  const { balances, entries } = milestone.ledger;
  const balanceOf: BalanceOf = (kind, userId = null) =>
    balances.find((balance) => balance.kind === kind && balance.userId === userId)?.amount ?? 0;
  const held = balanceOf('escrow');
  const empty = entries.length === 0 ? 'holds nothing yet' : 'no longer holds anything';
  const { state, ...buyer } = buyerOf(milestone);
  return {
    ...buyer,
    next: [
      {
        kind: 'escrow',
        role: 'Escrow',
        name: 'Held for both sides',
        text: held === 0 ? empty : `holds ${moneyText(held)}`,
        flow: { amount: milestone.itemPrice, state },
        next: [...sellerNodes(milestone, balanceOf), ...organizationNodes(milestone, balanceOf)],
      },
    ],
  };
}

function buyerOf({ itemPrice, parties, payments, ledger }: Milestone): Omit<MoneyNode, 'next'> & { state: FlowState } {
  const payer = ledger.balances.find(({ kind }) => kind === 'buyer');
  const transfer = payments.find(({ state }) => state === 'PENDING');
  const customers = parties.filter(({ role }) => role === 'CUSTOMER');
  const payerId = (payer ?? transfer)?.userId;
  const buyer = customers.find(({ userId }) => userId === payerId) ?? customers[0];
  const state = payer ? 'done' : transfer ? 'pending' : 'planned';
  const text = {
    done: `paid ${moneyText(itemPrice)}`,
    pending: 'bank transfer is pending',
    planned: `will pay ${moneyText(itemPrice)}`,
  }[state];
  return { kind: 'buyer', role: 'Buyer', name: buyer ? partyName(buyer) : 'No buyer yet', text, state };
}

/** One node for each seller, even if they are a party twice. */
function sellerNodes({ parties }: Milestone, balanceOf: BalanceOf): MoneyNode[] {
  const sellers = Map.groupBy(
    parties.filter(({ role }) => role === 'PROVIDER'),
    ({ userId, phoneNumber }) => userId ?? phoneNumber,
  );
  return [...sellers.values()].flatMap((shares): MoneyNode[] => {
    const [seller] = shares;
    if (!seller) return [];
    const [onItsWay, paidOut] = [balanceOf('user', seller.userId), balanceOf('bank', seller.userId)];
    const amount = sumOf(shares);
    const state = paidOut > 0 ? 'done' : onItsWay > 0 ? 'pending' : 'planned';
    const text = {
      done: `was paid out ${moneyText(paidOut)}`,
      pending: `is given ${moneyText(onItsWay)}`,
      planned: `will get ${moneyText(amount)}`,
    }[state];
    return [{ kind: 'seller', role: 'Seller', name: partyName(seller), text, flow: { amount, state }, next: [] }];
  });
}

/** The organization's share goes to its wallet, from which the fee is taken. */
function organizationNodes(milestone: Milestone, balanceOf: BalanceOf): MoneyNode[] {
  const { parties, fee, feePercentage } = milestone;
  const share = sumOf(parties.filter(({ role }) => role === 'BROKER'));
  const isReleased = milestone.state === 'CASHOUT_IN_PROGRESS' || milestone.state === 'COMPLETED';
  const state = isReleased ? 'done' : 'planned';
  const remainder = isReleased ? balanceOf('remainder') : remainderOf(milestone);
  const fees: MoneyNode = {
    kind: 'fees',
    role: 'Service',
    name: `Fee of ${Number((feePercentage * 100).toFixed(4))} %`,
    text: isReleased ? `took ${moneyText(balanceOf('fees'))}` : `will take ${moneyText(fee)}`,
    flow: { amount: fee, state },
    next: [],
  };
  const wallet: MoneyNode = {
    kind: 'wallet',
    role: 'Organization',
    name: 'Wallet',
    text: isReleased ? `came to ${moneyText(balanceOf('wallet'))}` : `will come to ${moneyText(share - fee)}`,
    flow: { amount: share, state },
    next: [fees],
  };
  if (remainder === 0) return [wallet];
  const rest = {
    kind: 'remainder',
    role: 'Remainder',
    name: 'Price minus shares',
    text: moneyText(remainder),
  } as const;
  return [{ ...rest, flow: { amount: remainder, state }, next: [] }, wallet];
}

/** The price minus the shares of the parties, in halalas; 0 without parties. */
export function remainderOf({ itemPrice, parties }: Pick<Milestone, 'itemPrice' | 'parties'>): number {
  if (parties.length === 0) return 0;
  const shares = sumOf(parties.filter(({ role }) => role === 'CUSTOMER'));
  return (Math.round(itemPrice * 100) - Math.round(shares * 100)) / 100;
}

function sumOf(parties: { amount: number }[]): number {
  return parties.reduce((sum, { amount }) => sum + amount, 0);
}
