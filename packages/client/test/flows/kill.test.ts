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

interface KilledFlow {
  flow: FlowOrder['flow'];
  steps: string[];
  result: object;
  writes: string[];
}

const flows: KilledFlow[] = [
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

/** Every moment of every step of a flow, in the order in which a process passes them, numbered from 1. */
const pointsOf = ({ steps, ...flow }: KilledFlow) =>
  steps
    .flatMap((step) => momentsOf(step).map((moment) => ({ step, moment })))
    .map((point, index) => ({ ...flow, ...point, number: index + 1 }));

/** `npm test` tries an eleventh of the points on each journal, different ones on each. Together they have every moment. */
const triedPoints = (journal: number) =>
  flows.flatMap(pointsOf).filter((_, index) => isSoak || index % 11 === journal * 4);

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

describe.each(durableKinds.map((kind, index) => ({ ...kind, points: triedPoints(index) })))(
  'a process that is killed, on $name',
  ({ setUp, points }) => {
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

    it.each(flows)('in $flow passes all points if it is not killed', async (flow) => {
      const host = await serve(createFakeService().fetch);

      const report = await runFlow(await orderOf(flow.flow, host));

      expect(report).toEqual({ points: pointsOf(flow).length, result: flow.result });
    });

    it.each(points)(
      'in $flow, in $step, $moment: resumes, and no step runs twice; the journal contains no personal data',
      async (point) => {
        const { flow, step, moment, number, result, writes } = point;
        const service = createFakeService((all) => all.toReversed());
        const order = await orderOf(flow, await serve(service.fetch));

        // Starting a process is slow, so `npm test` kills one for each journal. Its other runs stop in this process, and never go on.
        const isKilled = isSoak || point === points.at(-1);
        const end = isKilled ? await runInChild({ ...order, killAt: number }) : await abandon(order, number);
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
  },
);

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
