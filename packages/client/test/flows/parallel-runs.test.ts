import { setImmediate } from 'node:timers/promises';
import { repeats } from '@escrow-kit/suite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EscrowError, isEscrowError, type Journal } from '../../src/index.ts';
import { createMemoryJournal } from '../../src/journals/memory-journal.ts';
import { type DurableStores, durableKinds } from './durable-stores.ts';
import { createFakeService, type FakeService } from './fake-service.ts';
import { clientOn, journaledFlows, type OptionsOfEither, type RunFlow } from './inputs.ts';

const repetitions = repeats({ test: 4, soak: 500 });

/** Returns the journals of two runs: one shared in memory, or two on one store, as for two processes. */
type CreatePair = () => Promise<[Journal, Journal]>;

async function createMemoryPair(): Promise<[Journal, Journal]> {
  const journal = createMemoryJournal();
  return [journal, journal];
}

const kinds = [{ name: 'a memory journal', setUp: undefined }, ...durableKinds];

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

/** Runs the flow until it is finished, and resolves pending steps as the service knows them. */
async function finish(run: RunFlow, service: FakeService, journal: Journal): Promise<unknown> {
  let options: OptionsOfEither = { key: 'order-1', journal };
  for (;;) {
    try {
      return await run(clientOn(service.fetch), options);
    } catch (error) {
      if (!isEscrowError(error, 'step_pending')) throw error;
      options = { ...options, resolve: service.truthOf(error) };
    }
  }
}

/** Lets neither run save before both have loaded, so that they conflict. */
function meeting(pair: [Journal, Journal]): Journal[] {
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

async function runTwice(run: RunFlow, service: FakeService, pair: [Journal, Journal], seed: number) {
  const journals = surelyMeets(seed) ? meeting(pair) : pair;
  const runs = journals.map(async (journal, index) => {
    for (let turn = 0; turn < (seed * index) % 5; turn++) await setImmediate();
    return run(clientOn(stagger(service, seed + index)), { key: 'order-1', journal });
  });
  const ends = await Promise.allSettled(runs);
  return ends.flatMap((end) => (end.status === 'rejected' ? [(end.reason as EscrowError).code] : []));
}

describe.each(kinds)('two runs of one key at once on $name', ({ setUp }) => {
  let stores: DurableStores | undefined;
  beforeAll(async () => {
    stores = await setUp?.();
  });
  afterAll(() => stores?.dispose());

  const create: CreatePair = async () => {
    if (!stores) return createMemoryPair();
    const store = await stores.create();
    return [stores.open(store), stores.open(store)];
  };
  const seeds = Array.from({ length: repetitions }, (_, index) => index);

  it.each(journaledFlows)(
    'of $flow carry out no step twice, and report pending steps',
    async ({ run, result, writes }) => {
      const codes: string[] = [];

      for (const seed of seeds) {
        const service = createFakeService();
        const pair = await create();
        codes.push(...(await runTwice(run, service, pair, seed)));

        expect(await finish(run, service, pair[1])).toEqual(result);
        expect(service.carriedOut.filter((write) => write !== 'registerCustomer')).toEqual(writes);
        await stores?.close();
      }

      expect(codes.length).toBeGreaterThanOrEqual(seeds.filter(surelyMeets).length);
      expect(codes.filter((code) => code !== 'journal' && code !== 'step_pending')).toEqual([]);
    },
  );
});
