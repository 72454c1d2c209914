import type { Sandbox } from '../../src/sandbox.ts';
import type { MilestoneState } from '../../src/storage/tables.ts';
import { addParties, broker, buyer, createMilestone, newPhone, registerCustomer, seller } from './escrow-steps.ts';
import { addAddress, addBank } from './settlement-steps.ts';

/** Every write that a sandbox has acknowledged. */
export interface Acknowledged {
  /** The id of each customer, by phone. */
  customers: Map<string, number>;
  /** The last state that each milestone is known to have had. */
  states: Map<string, MilestoneState>;
}

type Target = Pick<Sandbox, 'url' | 'credentials'> & { close(): Promise<void> };

/** Runs contracts from sign-up to completion, one after another, until the sandbox is gone. Reports each completed one. */
export async function putLoad(target: Target, acknowledged: Acknowledged, onContract: () => void): Promise<void> {
  const sandbox = target as Sandbox;
  try {
    for (;;) {
      await leadOne(sandbox, acknowledged);
      onContract();
    }
  } catch (error) {
    // The connection broke, because the sandbox was killed. Any other error is thrown.
    if (!(error instanceof TypeError && error.message.match(/fetch failed|terminated/))) throw error;
  }
}

async function leadOne(sandbox: Sandbox, { customers, states }: Acknowledged): Promise<void> {
  const [buyerPhone, sellerPhone] = [newPhone(), newPhone()];
  customers.set(buyerPhone, await registerCustomer(sandbox, buyerPhone));
  const sellerId = await registerCustomer(sandbox, sellerPhone);
  customers.set(sellerPhone, sellerId);
  await addBank(sandbox, sellerId);
  await addAddress(sandbox, sellerId);
  const milestone = await createMilestone(sandbox);
  states.set(milestone.milestoneId, 'CREATED');
  await addParties(sandbox, milestone, [buyer(buyerPhone, 1000), seller(sellerPhone, 950), broker(50)]);
  states.set(milestone.milestoneId, 'WAITING_FOR_PAYMENT');
  await control(sandbox, 'PUT', `consents/${encodeURIComponent(buyerPhone)}`, { status: 'GRANTED' });
  for (const [move, state] of moves) {
    await control(sandbox, 'POST', `milestones/${milestone.milestoneId}/${move}`);
    states.set(milestone.milestoneId, state);
  }
}

const moves = [
  ['pay', 'PAID'],
  ['release', 'CASHOUT_IN_PROGRESS'],
  ['complete', 'COMPLETED'],
] as const;

async function control(sandbox: Sandbox, method: string, path: string, body?: object): Promise<void> {
  const response = await fetch(`${sandbox.url}/_sandbox/tenants/default/${path}`, {
    method,
    headers: body ? { 'content-type': 'application/json' } : {},
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
}
