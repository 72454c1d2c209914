import { repeats } from '@escrow-kit/tools';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isEscrowError, type Journal, type PendingStep } from '../../src/index.ts';
import { createMemoryJournal } from '../../src/journals/memory-journal.ts';
import { hang, lose, refuse } from '../support/scripted-client.ts';
import { createFakeService, type FakeService, type TrueResolution } from './fake-service.ts';
import { clientOn, type JournaledFlow, journaledFlows, type OptionsOfEither } from './inputs.ts';

type CarryOut = () => Promise<Response>;
type Die = () => Promise<never>;

/** The faults of a request. A crash ends the process: nothing runs afterwards. */
const requestFaults = {
  'crash before': (_carryOut: CarryOut, die: Die) => die(),
  'crash after': (carryOut: CarryOut, die: Die) => carryOut().then(die),
  'refused connection': refuse,
  'lost before': lose,
  'lost after': (carryOut: CarryOut) => carryOut().then(lose),
  400: async () => new Response('{}', { status: 400 }),
  429: async () => new Response('', { status: 429 }),
  '500 before': async () => new Response('', { status: 500 }),
  '500 after': (carryOut: CarryOut) => carryOut().then(() => new Response('', { status: 500 })),
  'no JSON after': (carryOut: CarryOut) => carryOut().then(() => new Response('<html>')),
  none: (carryOut: CarryOut) => carryOut(),
};
type RequestFault = keyof typeof requestFaults;

/** The faults of a save. */
const saveFaults = ['crash before', 'crash after', 'failure before', 'failure after', 'none'] as const;
type SaveFault = (typeof saveFaults)[number];

interface RunPlan {
  /** A fault for each request and each save of a run; none after the end of the list. */
  requests: RequestFault[];
  saves: SaveFault[];
}

const oftenNone = <Fault>(none: Fault, faults: readonly Fault[]): fc.Arbitrary<Fault> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(none) }, { weight: 2, arbitrary: fc.constantFrom(...faults) });

const plans: fc.Arbitrary<RunPlan[]> = fc.array(
  fc.record({
    requests: fc.array(oftenNone('none', Object.keys(requestFaults) as RequestFault[]), { maxLength: 6 }),
    saves: fc.array(oftenNone<SaveFault>('none', saveFaults), { maxLength: 9 }),
  }),
  { maxLength: 8 },
);

/** A process. After its crash, nothing that it awaits settles. */
function createProcess() {
  let crash = (): void => {};
  const crashed = new Promise<'crashed'>((resolve) => {
    crash = () => resolve('crashed');
  });
  const die: Die = () => {
    crash();
    return hang();
  };
  return { crashed, die };
}
type Process = ReturnType<typeof createProcess>;

const faultyFetch =
  (service: FakeService, process: Process, faults: RequestFault[]) =>
  (request: Request): Promise<Response> =>
    requestFaults[faults.shift() ?? 'none'](() => service.fetch(request), process.die);

const faultyJournal = (journal: Journal, process: Process, faults: SaveFault[]): Journal => ({
  load: journal.load,
  async save(...entry) {
    const fault = faults.shift() ?? 'none';
    if (fault === 'crash before') return process.die();
    if (fault === 'failure before') throw new Error('The disk is full.');
    await journal.save(...entry);
    if (fault === 'crash after') return process.die();
    if (fault === 'failure after') throw new Error('The disk is gone.');
  },
});

/** Runs a flow once in a process that may crash. Returns its result, the pending step, or nothing. */
async function runOnce(
  run: JournaledFlow['run'],
  service: FakeService,
  journal: Journal,
  plan: RunPlan,
  resolve?: TrueResolution,
) {
  const process = createProcess();
  const stop = new AbortController();
  const client = clientOn(faultyFetch(service, process, [...plan.requests]));
  const options: OptionsOfEither = {
    key: 'order-1',
    journal: faultyJournal(journal, process, [...plan.saves]),
    call: { signal: stop.signal },
    ...(resolve && { resolve }),
  };
  const ended = run(client, options).then(
    (result) => ({ result }),
    (error) => (isEscrowError(error, 'step_pending') ? { pending: error } : {}),
  );
  const end = await Promise.race([ended, process.crashed.then((): Awaited<typeof ended> => ({}))]);
  stop.abort();
  return end;
}

/** Runs a flow with planned faults, and then without until it ends. Resolves pending steps as the service knows them. */
async function runToTheEnd(
  run: JournaledFlow['run'],
  runPlans: RunPlan[],
): Promise<{ result: unknown; service: FakeService }> {
  const service = createFakeService((all) => all.toReversed());
  const journal = createMemoryJournal();
  const noFaults = Array.from({ length: 6 }, (): RunPlan => ({ requests: [], saves: [] }));
  let end: { result?: unknown; pending?: PendingStep } = {};
  for (const [index, plan] of [...runPlans, ...noFaults].entries()) {
    const resolve = end.pending && service.truthOf(end.pending);
    end = await runOnce(run, service, journal, plan, resolve);
    if (end.result && index >= runPlans.length) break;
  }
  return { result: end.result, service };
}

const numRuns = repeats({ test: 10, soak: 2000 });

it.each(Object.values(journaledFlows))(
  '$flow carries out each step once, whatever fails and in whatever order',
  async ({ run, result, writes }) => {
    await fc.assert(
      fc.asyncProperty(plans, async (runPlans) => {
        const { result: actual, service } = await runToTheEnd(run, runPlans);

        expect(service.carriedOut.filter((write) => write !== 'registerCustomer')).toEqual(writes);
        for (const { parties } of service.contracts) expect(parties[0]?.['milestone_2']?.[0]?.amount).toBe(250);
        expect(actual).toEqual(result);
      }),
      { numRuns },
    );
  },
);
