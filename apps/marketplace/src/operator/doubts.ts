import type { Doubt, InDoubt, OnboardCustomerResults, OpenContractResults } from '@escrow-kit/client';
import { toRiyals } from '../money.ts';
import { openOrder } from '../orders/open-order.ts';
import { findOrder, type Part } from '../orders/order.ts';
import { onboardSeller } from '../sellers/onboard-seller.ts';
import type { Shop } from '../shop.ts';
import { ShopError } from '../shop-error.ts';

/**
 * The steps in doubt that no process works at any more, the oldest first: a step that is younger than the deadline of a call may
 * still get its answer.
 */
async function findDoubts({ storage, config, now }: Shop): Promise<Doubt[]> {
  const leftBehind = now().getTime() - config.escrow.timeoutInMs;
  return (await storage.journal.listDoubts()).filter(({ since }) => Date.parse(since) < leftBehind);
}

/** A doubt, and the id of its contract where the service told it: the service's operator finds a step by that. */
export interface Question {
  doubt: Doubt;
  contractId: string | undefined;
}

export async function findQuestions(shop: Shop): Promise<Question[]> {
  const { journal } = shop.storage;
  return Promise.all(
    (await findDoubts(shop)).map(async (doubt) => {
      const step = (await journal.load(doubt.key))?.steps['createContract'];
      return { doubt, contractId: step?.status === 'done' ? String(step.result) : undefined };
    }),
  );
}

/** Which doubt an answer is about. */
export interface DoubtId {
  key: string;
  revision: number;
}

/** @throws ShopError `doubt_settled` where another answer came first. */
export async function findDoubt(shop: Shop, { key, revision }: DoubtId): Promise<Doubt> {
  const doubt = (await findDoubts(shop)).find((found) => found.key === key && found.revision === revision);
  if (!doubt) throw new ShopError('doubt_settled', 'This question is answered already.');
  return doubt;
}

/** What the operator has to find out about a step that was carried out. */
export type Detail = 'id' | 'fee' | 'feePercentage';

export function detailsOf({ step }: Doubt): readonly Detail[] {
  if (step === 'createContract') return ['id'];
  return step.startsWith('addMilestones.') ? ['id', 'fee', 'feePercentage'] : [];
}

/** What the operator found out. */
export type Finding = { wasCarriedOut: boolean } & Partial<Record<Detail, string>>;

/**
 * Lets a flow go on by what the operator found out. The finding is kept for good.
 * @throws EscrowError where the flow stops again.
 */
export async function settleDoubt(shop: Shop, doubt: Doubt, finding: Finding): Promise<void> {
  // The keys are those of orderKey and sellerKey.
  const id = doubt.key.slice(doubt.key.indexOf('-') + 1);
  if (doubt.flow === 'openContract') return openOrder(shop, id, await contractAnswer(shop, id, doubt, finding));
  return onboardSeller(shop, id, onboardingAnswer(doubt, finding));
}

type DoubtOf<Flow extends Doubt['flow']> = Extract<Doubt, { flow: Flow }>;

async function contractAnswer(
  { storage }: Shop,
  orderId: string,
  { step, revision }: DoubtOf<'openContract'>,
  finding: Finding,
): Promise<InDoubt<OpenContractResults>> {
  if (!finding.wasCarriedOut) return { step, revision, resend: true };
  const { id = '' } = finding; // The flow refuses an empty one.
  if (step === 'createContract') return { step, revision, result: id };
  if (step === 'addParties') return { step, revision, result: null };
  const part: Part = step === 'addMilestones.1' ? 'deposit' : 'rest';
  const order = await findOrder(storage, orderId);
  const itemPrice = toRiyals(order?.payments[part].amount ?? 0);
  const { fee, feePercentage } = finding;
  return {
    step,
    revision,
    result: { id, itemPrice, fee: Number(fee), feePercentage: Number(feePercentage), status: 'CREATED' },
  };
}

function onboardingAnswer(
  { step, revision }: DoubtOf<'onboardCustomer'>,
  finding: Finding,
): InDoubt<OnboardCustomerResults> {
  if (!finding.wasCarriedOut) return { step, revision, resend: true };
  // Registering may be repeated, so it is never in doubt.
  if (step === 'registerCustomer') throw new Error('Registering is never in doubt.');
  return { step, revision, result: null };
}
