import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { isSoak } from '@escrow-kit/tools';
import { runHere } from '@escrow-kit/tools/command-line';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runCommand } from '../../generate/run-command.ts';
import { durableKinds, type JournalStores, placeOf } from '../journals/stores.ts';
import { createFakeService, type FakeService, serve } from './fake-service.ts';
import { type JournaledFlow, journaledFlows } from './inputs.ts';
import { type FlowOrder, type FlowReport, runFlow } from './run-flow.ts';

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

/** Every moment of every step of a flow, in the order in which a process passes them, numbered from 1. */
const pointsOf = ({ steps, ...flow }: JournaledFlow) =>
  steps
    .flatMap((step) => momentsOf(step).map((moment) => ({ step, moment })))
    .map((point, index) => ({ ...flow, ...point, number: index + 1 }));
const points = Object.values(journaledFlows).flatMap(pointsOf);

/** `npm test` kills one process for each kind of journal: after a request was sent, or before its answer is saved. */
const triedPoints = (kind: number) => (isSoak ? points : [points[[9, 16, 37][kind] ?? 0] as (typeof points)[0]]);

/** Runs a flow in a child process, and returns its report, or `killed`. */
async function runInChild(order: FlowOrder & { killAt?: number }): Promise<FlowReport | 'killed'> {
  const path = fileURLToPath(new URL('./run-flow.ts', import.meta.url));
  const child = spawn(process.execPath, [path, JSON.stringify(order)]);
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.on('close', (_code, signal) => resolve(signal)));
  const [report, problem] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if ((await ended) === 'SIGKILL') return 'killed';
  if (!report) throw new Error(`The child process failed: ${problem}`);
  return JSON.parse(report) as FlowReport;
}

const flags = { id: '--id', itemPrice: '--item-price', fee: '--fee', feePercentage: '--fee-percentage' };

/** Resolves the pending step by the commands alone, as the service knows it. Returns its name. */
async function resolveByCommand({ store }: FlowOrder, service: FakeService): Promise<string> {
  const listed = await runHere(runCommand, ['pending', '--json', ...placeOf(store)]);
  const [{ key, step, requiredFields, revision }] = JSON.parse(listed.stdout).pending;
  const { outcome, result } = service.truthOf({ step, revision }) as { outcome: string; result?: unknown };
  const found: object = typeof result === 'string' ? { id: result } : (result ?? {});
  const fields = Object.entries(found).filter(([field]) => requiredFields.includes(field));
  const given = fields.flatMap(([field, value]) => [flags[field as keyof typeof flags], String(value)]);
  const args = ['resolve', key, step, `--${outcome}`, ...given, '--yes', ...placeOf(store)];
  const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 30_000);
  const end = await runHere(runCommand, args).finally(() => later.mockRestore());
  expect(end).toMatchObject({ exitCode: 0 });
  return step;
}

/** Runs the flow with the same key in this process until it is finished. */
async function resume(order: FlowOrder, service: FakeService): Promise<{ result: unknown; pending: string[] }> {
  const pending: string[] = [];
  let report = await runFlow(order);
  while (report.pending) {
    if (pending.length > 4) throw new Error(`The flow does not get on: ${pending}`);
    pending.push(await resolveByCommand(order, service));
    report = await runFlow(order);
  }
  return { result: report.result, pending };
}

/** Neither phones, bank accounts, national ids and names, nor any other input of the flows. */
const personal = /966500000|SA0380|1012345678|Sara|Palm|Bike|example/;

/** What the first party of each milestone pays. */
const amountsOf = (parties: FakeService['contracts'][0]['parties'][0]): object =>
  Object.fromEntries(Object.entries(parties).map(([milestone, [first]]) => [milestone, first?.amount]));

describe.each(durableKinds.map((kind, index) => ({ ...kind, points: triedPoints(index) })))(
  'on $name',
  ({ setUp, points }) => {
    let stores: JournalStores;
    beforeAll(async () => {
      stores = await setUp();
    });
    afterAll(() => stores.dispose());

    it.each(points)(
      'a process that is killed in $flow, in $step, $moment: a person resolves it by the command, the next resumes, and no step runs twice; the journal contains no personal data',
      async ({ flow, step, moment, number, result, writes }) => {
        const service = createFakeService((all) => all.toReversed());
        const host = await serve(service.fetch);
        const order: FlowOrder = { flow, key: 'order-1', host, store: await stores.create() };

        const end = await runInChild({ ...order, killAt: number });
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
