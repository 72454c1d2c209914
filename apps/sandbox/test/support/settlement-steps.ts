import { Refusal } from '../../src/domain/refusal.ts';
import { ControlError, type ControlSchema, type Sandbox } from '../../src/index.ts';
import {
  addParties,
  broker,
  buyer,
  createMilestone,
  newPhone,
  type ReadyMilestone,
  registerCustomer,
  seller,
} from './escrow-steps.ts';
import { type Answer, send } from './service-api.ts';
import type { StartedService } from './started-service.ts';

/** A milestone that can be paid, with the ids of its users. */
export interface PayableMilestone extends ReadyMilestone {
  buyerId: number;
  sellerId: number;
}

/** Registers a seller who can be paid out, or leaves out what a test says. */
export async function registerSeller(
  sandbox: Sandbox,
  phone: string,
  { hasBank = true, hasAddress = true }: { hasBank?: boolean; hasAddress?: boolean } = {},
): Promise<number> {
  const serviceUserId = await registerCustomer(sandbox, phone);
  if (hasBank) await addBank(sandbox, serviceUserId);
  if (hasAddress) await addAddress(sandbox, serviceUserId);
  return serviceUserId;
}

export function addBank(sandbox: Sandbox, serviceUserId: number): Promise<Answer> {
  const body = {
    iban: 'SA0380000000608010167519',
    currency: 'SAR',
    beneficiaryName: 'Made Up',
    nationalId: '1000000008',
  };
  return send(sandbox, 'addBankAccount', { path: { serviceUserId }, body });
}

export function addAddress(sandbox: Sandbox, serviceUserId: number): Promise<Answer> {
  const body = { addressLabel: 'HOME', countryCode: 'SA' };
  return send(sandbox, 'addAddress', { path: { serviceUserId }, body });
}

/** Prepares a milestone whose buyer has given consent and can pay, and whose seller can be paid out. */
export async function createPayableMilestone(
  { sandbox }: Pick<StartedService, 'sandbox'>,
  amounts: { itemPrice?: number; customer?: number; provider?: number; broker?: number } = {},
): Promise<PayableMilestone> {
  const { itemPrice = 1000, customer = 1000, provider = 950, broker: brokerAmount = 50 } = amounts;
  const [buyerPhone, sellerPhone] = [newPhone(), newPhone()];
  const buyerId = await registerCustomer(sandbox, buyerPhone);
  const sellerId = await registerSeller(sandbox, sellerPhone);
  const milestone = await createMilestone(sandbox, { itemPrice });
  const parties = [buyer(buyerPhone, customer), seller(sellerPhone, provider), broker(brokerAmount)];
  await addParties(sandbox, milestone, parties);
  await sandbox.control.giveConsent(buyerPhone);
  return { ...milestone, buyerPhone, sellerPhone, buyerId, sellerId };
}

export type Step = 'pay' | 'release' | 'complete';

/** Makes moves over HTTP, one after another. */
export async function lead(
  { sandbox }: Pick<StartedService, 'sandbox'>,
  milestoneId: string,
  ...moves: Step[]
): Promise<void> {
  for (const move of moves) await sandbox.control[move](milestoneId);
}

/** The refusal of a call of the control API. Fails if the call is not refused. */
export async function controlErrorOf(promise: Promise<unknown>): Promise<ControlError> {
  const error = await rejectionOf(promise);
  if (error instanceof ControlError) return error;
  throw error;
}

/** The refusal of an action. Fails if it is not refused. */
export async function refusalOf(promise: Promise<unknown>): Promise<Refusal> {
  const error = await rejectionOf(promise);
  if (error instanceof Refusal) return error;
  throw error;
}

function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => new Error('Nothing was refused.'),
    (reason: unknown) => reason,
  );
}

/** Everything about a milestone. */
export function describeIt({ sandbox }: StartedService, milestoneId: string): Promise<ControlSchema<'Milestone'>> {
  return sandbox.control.milestone(milestoneId);
}

/** What each account holds by the entries of one milestone. */
export async function balancesOf(started: StartedService, milestoneId: string): Promise<Record<string, number>> {
  const { ledger } = await describeIt(started, milestoneId);
  return Object.fromEntries(ledger.balances.map(({ account, amount }) => [account, amount]));
}
