import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { Tone } from '../ui/badge.tsx';
import { moneyText } from '../ui/text.ts';
import { type Milestone, type Party, partyName } from './parties.ts';

/** Whether money has moved, is on its way, or will move. */
export type FlowState = 'planned' | 'pending' | 'done';

/** A participant in a milestone's money, and to whom the money goes on from there. */
export interface MoneyNode {
  /** Such as `Buyer`. */
  role: string;
  tone: Tone;
  name: string;
  /** What happened or will happen to the money there. */
  text: string;
  /** The money that arrives there; undefined for the buyer, from whom all of it comes. */
  flow?: { amount: number; state: FlowState };
  next: MoneyNode[];
}

/** The milestone's balance of an account. `userId` is the account's user, if it has one. */
type BalanceOf = (kind: ControlSchema<'AccountKind'>, userId?: ControlSchema<'UserId'> | null) => number;

/** The way of a milestone's money, from its ledger and, for money that has not moved yet, from its parties. */
export function moneyFlows(milestone: Milestone): MoneyNode {
  const { itemPrice, payments, ledger } = milestone;
  const balanceOf: BalanceOf = (kind, userId = null) =>
    ledger.balances.find((balance) => balance.kind === kind && balance.userId === userId)?.amount ?? 0;
  const payer = ledger.balances.find(({ kind }) => kind === 'buyer');
  const transfer = payments.find(({ state }) => state === 'PENDING');
  const customers = partiesOf(milestone, 'CUSTOMER');
  const buyer = customers.find(({ userId }) => userId === (payer ?? transfer)?.userId) ?? customers[0];
  const texts: Record<FlowState, string> = {
    done: `paid ${moneyText(itemPrice)}`,
    pending: 'bank transfer is pending',
    planned: `will pay ${moneyText(itemPrice)}`,
  };
  const state = payer ? 'done' : transfer ? 'pending' : 'planned';
  const held = balanceOf('escrow');
  const emptyText = ledger.entries.length === 0 ? 'holds nothing yet' : 'released the money';
  const escrow: MoneyNode = {
    ...{ role: 'Escrow', tone: 'green', name: 'Held for both sides' },
    text: held === 0 ? emptyText : `holds ${moneyText(held)}`,
    flow: { amount: itemPrice, state },
    next: [...sellerNodes(milestone, balanceOf), ...organizationNodes(milestone, balanceOf)],
  };
  const name = buyer ? partyName(buyer) : 'No buyer yet';
  return { role: 'Buyer', tone: 'blue', name, text: texts[state], next: [escrow] };
}

/** One node for each seller, even if they are a party twice. */
function sellerNodes(milestone: Milestone, balanceOf: BalanceOf): MoneyNode[] {
  const sellers = Map.groupBy(partiesOf(milestone, 'PROVIDER'), (party) => party.userId ?? party.phoneNumber);
  return [...sellers.values()].flatMap((shares): MoneyNode[] => {
    const [seller] = shares;
    if (!seller) return [];
    const [onItsWay, paidOut] = [balanceOf('user', seller.userId), balanceOf('bank', seller.userId)];
    const amount = sumOf(shares);
    const state = paidOut > 0 ? 'done' : onItsWay > 0 ? 'pending' : 'planned';
    const texts: Record<FlowState, string> = {
      done: `received ${moneyText(paidOut)}`,
      pending: `payout pending: ${moneyText(onItsWay)}`,
      planned: `will receive ${moneyText(amount)}`,
    };
    const flow = { amount, state } as const;
    return [{ role: 'Seller', tone: 'violet', name: partyName(seller), text: texts[state], flow, next: [] }];
  });
}

/** The organization's share goes to its wallet, from which the fee is taken. */
function organizationNodes(milestone: Milestone, balanceOf: BalanceOf): MoneyNode[] {
  const { fee, feePercentage } = milestone;
  const share = sumOf(partiesOf(milestone, 'BROKER'));
  const isReleased = milestone.state === 'CASHOUT_IN_PROGRESS' || milestone.state === 'COMPLETED';
  const state = isReleased ? 'done' : 'planned';
  const remainder = isReleased ? balanceOf('remainder') : remainderOf(milestone);
  const fees: MoneyNode = {
    ...{ role: 'Service', tone: 'amber', name: `Fee of ${Number((feePercentage * 100).toFixed(4))}%` },
    text: isReleased ? `charged ${moneyText(balanceOf('fees'))}` : `will charge ${moneyText(fee)}`,
    flow: { amount: fee, state },
    next: [],
  };
  const wallet: MoneyNode = {
    ...{ role: 'Organization', tone: 'gray', name: 'Wallet' },
    text: `balance after: ${moneyText(isReleased ? balanceOf('wallet') : share - fee)}`,
    flow: { amount: share, state },
    next: [fees],
  };
  if (remainder === 0) return [wallet];
  const rest: MoneyNode = {
    ...{ role: 'Remainder', tone: 'red', name: 'Price minus shares', text: moneyText(remainder) },
    flow: { amount: remainder, state },
    next: [],
  };
  return [rest, wallet];
}

/** The price minus the shares of the parties, in halalas; 0 without parties. */
export function remainderOf(milestone: Pick<Milestone, 'itemPrice' | 'parties'>): number {
  if (milestone.parties.length === 0) return 0;
  const shares = sumOf(partiesOf(milestone, 'CUSTOMER'));
  return (Math.round(milestone.itemPrice * 100) - Math.round(shares * 100)) / 100;
}

function partiesOf({ parties }: Pick<Milestone, 'parties'>, role: Party['role']): Party[] {
  return parties.filter((party) => party.role === role);
}

function sumOf(parties: Party[]): number {
  return parties.reduce((sum, { amount }) => sum + amount, 0);
}
