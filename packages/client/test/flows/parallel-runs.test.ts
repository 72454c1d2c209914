import { setImmediate } from 'node:timers/promises';
import { isSoak, repeats } from '@escrow-kit/tools';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EscrowError, Journal, ListableJournal } from '../../src/index.ts';
import { durableKinds, type JournalStores, journalKinds, openPair } from '../journals/stores.ts';
import { createFakeService, type FakeService } from './fake-service.ts';
import { clientOn, type JournaledFlow, journaledFlows } from './inputs.ts';
import { finish } from './interrupted-flow.ts';

const key = 'order-1';
const repetitions = repeats({ test: 2, soak: 200 });

/** Lets other work go first, a different number of times for each request, so that the runs interleave differently. */
function stagger(service: FakeService, seed: number): (request: Request) => Promise<Response> {
  let count = seed;
  return async (request) => {
    count = (count * 31 + 7) % 101;
    for (let turn = 0; turn < count % 6; turn++) await setImmediate();
    const answer = await service.fetch(request);
    for (let turn = 0; turn < count % 4; turn++) await setImmediate();
    return answer;
  };
}

/** Lets neither run save before both have loaded, so that they conflict. */
function meeting(pair: ListableJournal[]): Journal[] {
  let loadedCount = 0;
  const bothLoaded = Promise.withResolvers<void>();
  return pair.map((journal) => ({
    async load(key) {
      const entry = await journal.load(key);
      if (++loadedCount === pair.length) bothLoaded.resolve();
      return entry;
    },
    async save(key, entry) {
      await bothLoaded.promise;
      return journal.save(key, entry);
    },
  }));
}

/** Every second pair certainly conflicts; the others conflict by chance, at any step. */
const surelyMeets = (seed: number): boolean => seed % 2 === 0;

async function runTwice({ run }: JournaledFlow, service: FakeService, pair: ListableJournal[], seed: number) {
  const journals = surelyMeets(seed) ? meeting(pair) : pair;
  const runs = journals.map(async (journal, index) => {
    for (let turn = 0; turn < (seed * index) % 5; turn++) await setImmediate();
    return run(clientOn(stagger(service, seed + index)), { key, journal });
  });
  const ends = await Promise.allSettled(runs);
  return ends.flatMap((end) => (end.status === 'rejected' ? [(end.reason as EscrowError).code] : []));
}

/** PostgreSQL is tried at length only. */
const triedKinds = isSoak ? journalKinds : journalKinds.filter((kind) => kind !== durableKinds.at(-1));

describe.each(triedKinds)('two runs of one key at once on $name', ({ setUp }) => {
  let stores: JournalStores | undefined;
  beforeAll(async () => {
    stores = await setUp?.();
  });
  afterAll(() => stores?.dispose());

  it.each(Array.from({ length: repetitions }, (_, seed) => ({ seed })))(
    'carry out no step twice, and report pending steps: $seed',
    async ({ seed }) => {
      for (const flow of Object.values(journaledFlows)) {
        const service = createFakeService();
        const { journals } = await openPair(stores);

        const codes = await runTwice(flow, service, journals, seed);

        expect(await finish(flow, service, { key, journal: journals[1] })).toEqual(flow.result);
        expect(service.carriedOut.filter((write) => write !== 'registerCustomer')).toEqual(flow.writes);
        expect(codes.length).toBeGreaterThanOrEqual(surelyMeets(seed) ? 1 : 0);
        expect(codes.filter((code) => code !== 'journal' && code !== 'step_pending')).toEqual([]);
      }
    },
  );
});
