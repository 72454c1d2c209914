import { setTimeout as pause } from 'node:timers/promises';
import type { Sandbox } from '../../src/sandbox.ts';
import {
  addParties,
  broker,
  buyer,
  milestoneRequest,
  newPhone,
  parentRequest,
  seller,
  startPayment,
} from './escrow-steps.ts';
import type { Acknowledged } from './load.ts';
import { type Answer, send, toAnswer } from './service-api.ts';
import { addAddress, addBank } from './settlement-steps.ts';

/** Callers of one sandbox that continue while its database comes and goes. */
export interface OutageLoad {
  /** Resolves when this many more contracts are completed. */
  contracts(count: number): Promise<void>;
  /** Resolves when this many more calls have been answered with 503. */
  refusals(count: number): Promise<void>;
  /** Starts no new contract, and resolves when the present ones have ended. Rejects if a call was answered wrongly. */
  stop(): Promise<void>;
}

type Target = Pick<Sandbox, 'url' | 'credentials'>;

/** How long a caller waits before it calls again while the store is away. */
const backOffInMs = 20;

const limitInMs = 50_000;

/** The sandbox said that its store does not answer. */
class StoreAway extends Error {}

/** Starts to run contracts from sign-up to completion, with several callers at once. */
export function startOutageLoad(target: Target, acknowledged: Acknowledged, callers: number): OutageLoad {
  const sandbox = target as Sandbox;
  const contracts = createCounter('contracts came to their end');
  const refusals = createCounter('calls were answered with 503');
  let isOver = false;

  async function call(): Promise<void> {
    while (!isOver) {
      try {
        await leadOne(sandbox, acknowledged, onRefusal);
        contracts.add();
      } catch (error) {
        if (!(error instanceof StoreAway)) throw error;
        await onRefusal();
      }
    }
  }

  async function onRefusal(): Promise<void> {
    refusals.add();
    await pause(backOffInMs);
  }

  const calls = Promise.all(Array.from({ length: callers }, call));
  const orFail = (waiting: Promise<void>) => Promise.race([waiting, calls.then(() => {})]);
  return {
    contracts: (count) => orFail(contracts.more(count)),
    refusals: (count) => orFail(refusals.more(count)),
    async stop() {
      isOver = true;
      await calls;
    },
  };
}

/** While the store is away, an unpaid contract is given up; a move of money is repeated until it is done. */
async function leadOne(
  sandbox: Sandbox,
  { customers, states }: Acknowledged,
  onRefusal: () => Promise<void>,
): Promise<void> {
  const [buyerPhone, sellerPhone] = [newPhone(), newPhone()];
  const register = async (phoneNumber: string): Promise<number> => {
    const { serviceUserId } = demand(await send(sandbox, 'registerCustomer', { body: { phoneNumber } }));
    customers.set(phoneNumber, serviceUserId);
    return serviceUserId;
  };
  await register(buyerPhone);
  const sellerId = await register(sellerPhone);
  demand(await addBank(sandbox, sellerId));
  demand(await addAddress(sandbox, sellerId));
  const { data: parent } = demand(await send(sandbox, 'createContract', { body: parentRequest() }));
  const milestones = [milestoneRequest()];
  const added = demand(await send(sandbox, 'addMilestones', { path: { contractId: parent.id }, body: { milestones } }));
  const milestoneId: string = added.data.milestones[0].id;
  states.set(milestoneId, 'CREATED');
  const parties = [buyer(buyerPhone, 1000), seller(sellerPhone, 950), broker(50)];
  demand(await addParties(sandbox, { contractId: parent.id, milestoneId }, parties));
  states.set(milestoneId, 'WAITING_FOR_PAYMENT');
  demand(await startPayment(sandbox, { milestoneId }));
  demand(await control(sandbox, 'PUT', `consents/${encodeURIComponent(buyerPhone)}`, { status: 'GRANTED' }));
  for (const [move, state] of moves) {
    await insist(() => control(sandbox, 'POST', `milestones/${milestoneId}/${move}`), onRefusal);
    states.set(milestoneId, state);
  }
}

const moves = [
  ['pay', 'PAID'],
  ['release', 'CASHOUT_IN_PROGRESS'],
  ['complete', 'COMPLETED'],
] as const;

/** It is unknown whether an unanswered move was made. It is repeated, and a 409 says that it had been made. */
async function insist(move: () => Promise<Answer>, onRefusal: () => Promise<void>): Promise<void> {
  for (let hasFailed = false; ; hasFailed = true) {
    const answer = await move();
    if (answer.status === 200 || (hasFailed && answer.status === 409)) return;
    if (answer.status !== 503) throw new Error(`A move was answered with ${answer.status}: ${answer.text}`);
    await onRefusal();
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the caller checks the bodies of answers
function demand({ status, text, body }: Answer): any {
  if (status === 503 && body.error === 'store_unreachable') throw new StoreAway(text);
  if (status !== 200) throw new Error(`A call was answered with ${status}: ${text}`);
  return body;
}

async function control(sandbox: Sandbox, method: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${sandbox.url}/_sandbox/tenants/default/${path}`, {
    method,
    headers: body ? { 'content-type': 'application/json' } : {},
    ...(body && { body: JSON.stringify(body) }),
  });
  return toAnswer(response);
}

/** Counts something, and resolves when the count has grown. */
function createCounter(what: string): { add(): void; more(count: number): Promise<void> } {
  let total = 0;
  const waiting = new Set<{ total: number; resolve: () => void }>();
  return {
    add() {
      total += 1;
      for (const wait of waiting) if (total >= wait.total) wait.resolve();
    },
    more(count) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const wait = { total: total + count, resolve };
      waiting.add(wait);
      const limit = setTimeout(
        () => reject(new Error(`Waited ${limitInMs} ms until ${count} more ${what}.`)),
        limitInMs,
      );
      return promise.finally(() => {
        clearTimeout(limit);
        waiting.delete(wait);
      });
    },
  };
}
