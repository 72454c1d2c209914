import { constants } from 'node:os';
import type { Control, ControlSchema } from '@escrow-kit/sandbox-control';
import { byTime, timeOf, toAttempts, toLine } from './follow.ts';
import { callOperation, type OperationInput, openControl } from './reach-sandbox.ts';
import { failure, type Target, type TriggerName } from './target.ts';

/** What the caller of `trigger` may choose. */
export interface TriggerOptions {
  /** The id of a milestone to use. Default: opens a contract with one. */
  milestone?: string | undefined;
  /** Default: 1000. */
  price?: number | undefined;
  /** A phone number, as `seller`. Default: that of the document's example. */
  buyer?: string | undefined;
  seller?: string | undefined;
}

type Milestone = ControlSchema<'Milestone'>;

const print = (line: string) => void process.stdout.write(`${line}\n`);

// A trigger goes on if nobody reads what it prints.
process.stdout.on('error', () => {});

/** Makes it happen. Prints ids, and what came of each new event, without a phone number. */
export async function runTrigger(name: TriggerName, target: Target, options: TriggerOptions): Promise<void> {
  const control = openControl(target);
  const { webhookUrl, publicCredentials } = await control.describe();
  if (name === 'duplicate' || name === 'out-of-order') await checkForFault(control, { webhookUrl, target });
  const tokens = publicCredentials?.tokens;
  const service = tokens && { url: target.url, tokens, operations: (await control.service()).operations };
  const milestoneId = options.milestone ?? (await openContract(control, service, { name, ...options }));
  const milestone = await control.milestone(milestoneId);
  const payer = findPayer(milestone, { name, ...options });
  const earlier = new Set((await control.deliveries({ milestoneId })).deliveries.map(({ id }) => id));
  print(`contract ${milestone.contractId}, milestone ${milestoneId}`);
  for (const { role, userId } of milestone.parties)
    if (userId !== null) print(`${role === 'CUSTOMER' ? 'buyer' : 'seller'} ${userId}`);

  if (name === 'late-paid') await passDeadline(control, milestone);
  await steps[name]({ control, milestone, service, payer });
  // Resolves when the receiver has answered.
  await control.drain();

  print(`state ${(await control.milestone(milestoneId)).state}`);
  const { deliveries } = await control.deliveries({ milestoneId });
  const entries = deliveries.filter(({ id }) => !earlier.has(id)).flatMap(toAttempts);
  for (const entry of entries.toSorted(byTime)) print(toLine(entry));
  if (name === 'duplicate') print('The event was sent twice at the same time. This is the answer to the first copy.');
  if (webhookUrl === null) print(`The events wait: ${describeNoAddress(target)}`);
}

interface Trigger {
  control: Control;
  milestone: Milestone;
  service: Service | undefined;
  payer: Milestone['parties'][number] | undefined;
}

const steps: Record<TriggerName, (trigger: Trigger) => Promise<void>> = {
  paid: pay,
  'late-paid': pay,
  completed: async (trigger) => {
    const { control, milestone, payer } = trigger;
    await preparePayout(trigger);
    if (payer) await pay(trigger);
    for (const move of ['release', 'complete'] as const) {
      // Automatic settlement may be faster.
      const { allowedMoves } = await control.milestone(milestone.milestoneId);
      if (allowedMoves.includes(move)) await control[move](milestone.milestoneId);
    }
  },
  duplicate: (trigger) => withFault(trigger.control, 'duplicate', () => pay(trigger)),
  'out-of-order': (trigger) =>
    withFault(trigger.control, 'reorder', async () => {
      const { control, milestone } = trigger;
      await preparePayout(trigger);
      await pay(trigger);
      await control.drain();
      await control.release(milestone.milestoneId);
    }),
};

/** Who pays. Refuses what cannot be paid before the clock moves for good. Undefined for `completed` if it is paid already. */
function findPayer(
  { milestoneId, state, parties }: Milestone,
  { name, buyer }: TriggerOptions & { name: TriggerName },
): Trigger['payer'] {
  if (state !== 'CREATED' && state !== 'WAITING_FOR_PAYMENT') {
    if (name === 'completed') return undefined;
    throw failure(`${milestoneId} is ${state}. Name a milestone that is not paid, or leave out --milestone.`);
  }
  const payer = parties.find(({ role, phoneNumber }) => role === 'CUSTOMER' && phoneNumber === (buyer ?? phoneNumber));
  if (!payer) throw failure(`${milestoneId} has no such buyer. Add its parties, or leave out --buyer.`);
  if (payer.consent === 'DECLINED') throw failure(`The buyer of ${milestoneId} declined consent: see the dashboard.`);
  return payer;
}

/** Pays as a buyer whose consent is asked for here, unless it was declined. */
async function pay({ control, milestone, payer }: Trigger): Promise<void> {
  const { milestoneId, allowedMoves } = milestone;
  if (allowedMoves.includes('join')) await control.accept(milestoneId);
  if (payer?.consent === 'PENDING') await control.giveConsent(payer.phoneNumber);
  const { state } = await control.pay(milestoneId, payer?.phoneNumber);
  if (state !== 'WAITING_FOR_PAYMENT') return;
  throw failure(
    `The buyer's bank transfer is pending. Confirm it: escrow-sandbox trigger paid --milestone ${milestoneId}`,
  );
}

/** Adds what a seller needs to be paid out (BANK-3, ADDR-2). Without tokens the release says what is missing. */
async function preparePayout({ milestone, service }: Trigger): Promise<void> {
  for (const { role, userId, bankAccounts, addresses } of milestone.parties) {
    if (!service || role !== 'PROVIDER') continue;
    const path = { serviceUserId: String(userId) };
    if (bankAccounts === 0) await call(service, 'addBankAccount', { path });
    if (addresses === 0) await call(service, 'addAddress', { path });
  }
}

/** Moves the tenant's clock, if the milestone's deadline is not over. */
async function passDeadline(control: Control, { deadLine }: Milestone): Promise<void> {
  const { now } = await control.clock();
  const seconds = Math.ceil((Date.parse(deadLine ?? '') - now) / 1000) + 1;
  if (seconds <= 0) return print(`deadline ${deadLine}, already past`);
  const { clock } = await control.advance(seconds);
  const place = `the clock of the tenant ${control.tenant}`;
  print(`deadline ${deadLine}; ${place} moved forward by ${seconds} s to ${timeOf(clock.now)} and does not move back`);
}

/** Refuses before anything is done, because the fault would come to nothing. Lets go out what is due. */
async function checkForFault(
  control: Control,
  { webhookUrl, target }: { webhookUrl: string | null; target: Target },
): Promise<void> {
  if (webhookUrl === null) throw failure(describeNoAddress(target));
  const other = (await control.faults()).find(
    (fault) => fault.target === 'webhook' && (fault.timesLeft !== 0 || fault.held?.length),
  );
  if (other) throw failure(`Fault ${other.id} for webhooks applies first. Remove it: see ${target.url}`);
  await control.drain();
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Lets a fault meet the next event. Removes it when everything due has gone out, also after an error or a signal. */
async function withFault(control: Control, kind: 'duplicate' | 'reorder', act: () => Promise<void>): Promise<void> {
  const added = control.addFault({ target: 'webhook', kind, times: 1 });
  const remove = async () => {
    const { id: faultId } = await added;
    const { held = [] } = (await control.faults()).find(({ id }) => id === faultId) ?? {};
    await control.removeFault(faultId);
    // Without the fault, nothing lets go of an event that it still holds back.
    for (const deliveryId of held) await control.redeliver(deliveryId);
  };
  let removed: Promise<void> | undefined;
  const stop = (signal: NodeJS.Signals) => {
    removed ??= remove().finally(() => process.exit(128 + constants.signals[signal]));
  };
  // Ctrl-C comes twice through npx: from the terminal and from npx.
  for (const signal of signals) process.on(signal, stop);
  try {
    await added;
    await act();
    await control.drain();
  } finally {
    removed ??= remove();
    await removed;
    for (const signal of signals) process.off(signal, stop);
  }
}

const describeNoAddress = ({ url, tenant }: Target): string =>
  `no webhook endpoint is set. Set one in the tenant menu of the dashboard (${url}) or with PUT /_sandbox/tenants/${tenant}/webhook, or start the sandbox with --webhook-url.`;

/** What it takes to call operations of the service: those that the sandbox describes, and the tenant's public tokens. */
interface Service {
  url: string;
  operations: ControlSchema<'ServiceDescription'>['operations'];
  tokens: object;
}

interface Party {
  role: 'CUSTOMER' | 'PROVIDER' | 'BROKER';
  phoneNumber: string;
  amount: number;
}

/** The BROKER's part of the price. */
const commission = 0.05;

/** How far away the deadline of a new milestone is. */
const deadlineInMs = (name: TriggerName): number => (name === 'late-paid' ? 60 : 30 * 24 * 60 * 60) * 1000;

/** Registers people, opens a contract with one milestone and returns the id of the milestone. What is not chosen is as in the examples. */
async function openContract(
  control: Control,
  service: Service | undefined,
  { name, price = 1000, buyer, seller }: TriggerOptions & { name: TriggerName },
): Promise<string> {
  if (!service) {
    throw failure(`The tokens of the tenant ${control.tenant} are shown only once. Name a milestone with --milestone.`);
  }
  const share = Math.round(price * 100 * commission) / 100;
  const chosen = {
    CUSTOMER: { phoneNumber: buyer, amount: price },
    PROVIDER: { phoneNumber: seller, amount: Math.round((price - share) * 100) / 100 },
    BROKER: { phoneNumber: undefined, amount: share },
  };
  const [example] = examplesOf(service, 'addParties') as { mileStonesParties: Record<string, Party[]> }[];
  const parties = Object.values(example?.mileStonesParties ?? {}).flatMap((several) =>
    several.map((party) => {
      const { phoneNumber = party.phoneNumber, amount } = chosen[party.role];
      return { ...party, phoneNumber, amount };
    }),
  );
  for (const { phoneNumber } of parties) await call(service, 'registerCustomer', { body: { phoneNumber } });

  const created = (await call(service, 'createContract')) as { data: { id: string } };
  const path = { contractId: created.data.id };
  const [template] = examplesOf(service, 'addMilestones') as { milestones: object[] }[];
  const deadLine = timeOf((await control.clock()).now + deadlineInMs(name)).replace(/\.\d+/, '');
  const body = { milestones: [{ ...template?.milestones[0], itemPrice: price, deadLine }] };
  const added = (await call(service, 'addMilestones', { path, body })) as { data: { milestones: { id: string }[] } };
  const milestoneId = added.data.milestones[0]?.id ?? '';
  await call(service, 'addParties', { path, body: { mileStonesParties: { [milestoneId]: parties } } });
  return milestoneId;
}

function findOperation({ operations }: Service, id: string): Service['operations'][number] {
  const operation = operations.find(({ operationId }) => operationId === id);
  if (operation) return operation;
  throw failure(`The document of this sandbox has no operation ${id}.`);
}

const examplesOf = (service: Service, id: string): unknown[] => Object.values(findOperation(service, id).examples);

/** Calls an operation, by default with its first example, and returns the body of the answer. */
async function call(service: Service, id: string, input: OperationInput = {}): Promise<unknown> {
  const [example] = examplesOf(service, id);
  const answer = await callOperation(service, findOperation(service, id), { body: example, ...input });
  if (answer.ok) return answer.body;
  throw failure(`${id} was refused (${answer.status}): ${Object(answer.body).message ?? 'without a message'}`);
}
