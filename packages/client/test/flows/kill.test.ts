import { isSoak } from '@escrow-kit/suite';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { started } from './defined-flow.ts';
import { type DurableStores, durableKinds } from './durable-stores.ts';
import { createFakeService, type FakeService, serve } from './fake-service.ts';
import type { FlowOrder, FlowReport } from './flow-order.ts';
import { onboardedCustomer, openContractWrites, openedContract } from './inputs.ts';
import { runFlow } from './run-flow.ts';
import { abandon, runInChild } from './run-in-child.ts';

/** The points of a step at which a process can die, in order, and whether the outcome of the step is then unknown. */
const moments = {
  'when its call begins': false,
  'before the journal has it as pending': false,
  'after the journal has it as pending': true,
  'before its request leaves': true,
  'after its request was answered': true,
  'before the journal has it as done': true,
  'after the journal has it as done': false,
};
type Moment = keyof typeof moments;

/** A step that may be repeated is never pending in the journal (USER-2). */
const isRepeatable = (step: string): boolean => step === 'registerCustomer';
const momentsOf = (step: string): Moment[] =>
  (Object.keys(moments) as Moment[]).filter((moment) => !isRepeatable(step) || !moment.endsWith('as pending'));

type Point = [step: string, moment: Moment, killAt: number];

/** Every moment of every step, in the order in which a process passes them. */
const allPointsOf = (steps: string[]): Point[] =>
  steps
    .flatMap((step) => momentsOf(step).map((moment): [string, Moment] => [step, moment]))
    .map(([step, moment], index) => [step, moment, index + 1]);

const flows: { flow: FlowOrder['flow']; steps: string[]; result: object; writes: string[] }[] = [
  {
    flow: 'openContract',
    steps: ['createContract', 'addMilestones.1', 'addMilestones.2', 'addParties'],
    result: openedContract,
    writes: openContractWrites,
  },
  {
    flow: 'onboardCustomer',
    steps: ['registerCustomer', 'addBankAccount', 'addAddress'],
    result: onboardedCustomer,
    writes: ['addBankAccount', 'addAddress'],
  },
  {
    flow: 'shop.start',
    steps: ['registerCustomer', 'addBankAccount', 'createContract'],
    result: started,
    writes: ['addBankAccount', 'createContract'],
  },
];

/** For `npm test`: some points of each kind, spread over the journals. */
const shortPoints: Record<string, string[]> = {
  'a file journal': [
    'openContract createContract when its call begins',
    'openContract addMilestones.1 after the journal has it as pending',
    'openContract addMilestones.2 after its request was answered',
    'onboardCustomer registerCustomer after its request was answered',
    'onboardCustomer addBankAccount after the journal has it as pending',
    'onboardCustomer addAddress before the journal has it as done',
    'shop.start createContract after its request was answered',
    'shop.start addBankAccount before its request leaves',
    'shop.start createContract after the journal has it as done',
  ],
  'a SQLite journal': [
    'openContract createContract before the journal has it as pending',
    'openContract addParties before the journal has it as done',
    'openContract addMilestones.1 after the journal has it as done',
  ],
  'a PostgreSQL journal': [
    'openContract addMilestones.1 before the journal has it as pending',
    'openContract addMilestones.2 before its request leaves',
    'openContract addParties after its request was answered',
  ],
};

/** For `npm test`, because a process is dear: the points at which one is killed. At the others, a run of this process stops for good. */
const killed = [
  'a file journal openContract addMilestones.1 after the journal has it as pending',
  'a SQLite journal openContract addParties before the journal has it as done',
  'a PostgreSQL journal openContract addMilestones.2 before its request leaves',
];

/** Runs the flow with the same key in this process until it is finished, and resolves pending steps as the service knows them. */
async function resume(order: FlowOrder, service: FakeService): Promise<{ result: unknown; pending: string[] }> {
  const pending: string[] = [];
  let report: FlowReport = await runFlow(order);
  while (report.pending) {
    pending.push(report.pending.step);
    if (pending.length > 4) throw new Error(`The flow does not get on: ${pending}`);
    report = await runFlow({ ...order, resolve: service.truthOf(report.pending) });
  }
  return { result: report.result, pending };
}

/** Neither phones, bank accounts, national ids and names, nor any other input of the flows. */
const personal = /966500000|SA0380|1012345678|Sara|Palm|Bike|example/;

/** What the first party of each milestone pays. */
const amountsOf = (parties: FakeService['contracts'][0]['parties'][0]): object =>
  Object.fromEntries(Object.entries(parties).map(([milestone, [first]]) => [milestone, first?.amount]));

describe.each(durableKinds)('a process that is killed, on $name', ({ name, setUp }) => {
  let stores: DurableStores;
  beforeAll(async () => {
    stores = await setUp();
  });
  afterAll(() => stores.dispose());

  const orderOf = async (flow: FlowOrder['flow'], host: string): Promise<FlowOrder> => ({
    flow,
    key: 'order-1',
    host,
    store: await stores.create(),
  });

  describe.each(flows)('in $flow', ({ flow, steps, result, writes }) => {
    const points = allPointsOf(steps);
    const tried = points.filter(([step, moment]) => isSoak || shortPoints[name]?.includes(`${flow} ${step} ${moment}`));

    it('passes all points if it is not killed', async () => {
      const host = await serve(createFakeService().fetch);

      expect(await runFlow(await orderOf(flow, host))).toEqual({ points: points.length, result });
    });

    it.for(tried)(
      'in %s, %s: resumes, and no step runs twice; the journal contains no personal data',
      async ([step, moment, killAt]) => {
        const service = createFakeService((all) => all.toReversed());
        const order = await orderOf(flow, await serve(service.fetch));

        const isKilled = isSoak || killed.includes(`${name} ${flow} ${step} ${moment}`);
        const end = isKilled ? await runInChild({ ...order, killAt }) : await abandon(order, killAt);
        const resumed = await resume(order, service);
        const written = await stores.textOf(order.store);

        expect(end).toBe('killed');
        expect(resumed).toEqual({ result, pending: moments[moment] && !isRepeatable(step) ? [step] : [] });
        expect(written).toContain(step);
        expect(written).not.toMatch(personal);
        expect(service.carriedOut.filter((write) => !isRepeatable(write))).toEqual(writes);
        expect(service.carriedOut.filter(isRepeatable).length).toBeLessThanOrEqual(2);
        // Each party belongs to its own milestone.
        expect(service.contracts.flatMap(({ parties }) => parties.map(amountsOf))).toEqual(
          flow === 'openContract' ? [{ milestone_1: 100, milestone_2: 250 }] : [],
        );
      },
    );
  });
});

/** Two runs in one process are in parallel-runs.test.ts; SQLite alone has locks that belong to a process. */
const racedKinds = durableKinds.filter(({ name }) => isSoak || name === 'a SQLite journal');

it.each(racedKinds)(
  'of two processes that run one flow at once on $name, one fails, and nothing is done twice',
  async ({ setUp }) => {
    const stores = await setUp();
    onTestFinished(stores.dispose);
    const service = createFakeService();
    const host = await serve(service.fetch);
    const order: FlowOrder = { flow: 'openContract', key: 'order-1', host, store: await stores.create() };

    const reports = (await Promise.all([runInChild(order), runInChild(order)])) as FlowReport[];
    const { result } = await resume(order, service);

    const ends = reports.map((report) => Object.keys(report).filter((name) => name !== 'points'));
    expect(ends.flat()).toContain('result');
    for (const { refused } of reports)
      if (refused) expect(refused).toMatch(/another run is working on "order-1".*stopped at/);
    expect(result).toEqual(openedContract);
    expect(service.carriedOut).toEqual(openContractWrites);
  },
);
