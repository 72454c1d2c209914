import { expect, it } from 'vitest';
import type { EscrowClientOptions, Journal } from '../../src/index.ts';
import { createMemoryJournal } from '../../src/journals/memory-journal.ts';
import { failureOf } from '../support/failure-of.ts';
import { limited } from '../support/scripted-client.ts';
import { createFakeService } from './fake-service.ts';
import { clientOn, contractToOpen, openContractWrites, openedContract } from './inputs.ts';

const key = 'order-1';

function setUp(options: Partial<EscrowClientOptions> = {}) {
  const service = createFakeService();
  const events: string[] = [];
  const memory = createMemoryJournal();
  const journal: Journal = {
    load: memory.load,
    async save(name, entry) {
      await memory.save(name, entry);
      const [step = '', state] = Object.entries(entry.steps).at(-1) ?? [];
      events.push(`${step} ${state?.status ?? 'free'}`);
    },
  };
  const fetch = (request: Request) => {
    events.push('request');
    return service.fetch(request);
  };
  const open = (given: Journal = journal, more = options, call = {}) =>
    clientOn(fetch, more).flows.openContract(contractToOpen, { key, journal: given, call });
  return { service, memory, journal, events, open };
}

it('a step becomes pending once it has its token, right before its first request leaves', async () => {
  const { events, journal, open, service } = setUp();
  const clientAdmin = async () => {
    events.push('token');
    return 'adm';
  };
  const fetch = async (request: Request) => {
    events.push('request');
    return events.length > 3 ? service.fetch(request) : limited('0');
  };

  await open(journal, { tokens: { clientAdmin }, retry: { max: 1 }, fetch });

  expect(events.slice(0, 6)).toEqual([
    'token',
    'createContract pending',
    'request',
    'request',
    'createContract done',
    'addMilestones.1 pending',
  ]);
});

it('a step whose token cannot be fetched leaves nothing in the journal', async () => {
  const { memory, open } = setUp({ tokens: { clientAdmin: () => Promise.reject(new Error('no token')) } });

  const error = await failureOf(open());

  expect(error).toMatchObject({ code: 'token_provider', outcome: 'not-sent', step: 'createContract', doneSteps: [] });
  expect(error.message).toMatch(
    /^createContract [^\n]* openContract "order-1" stopped at createContract\. No step is done\. Fix the cause, then run it again with the same key: it resumes at createContract\.$/,
  );
  expect(error.stack).toContain(error.message);
  expect(await memory.load(key)).toBeUndefined();
});

it('a call that ends during the save is not sent, and its step is free', async () => {
  const { journal, events, open, service } = setUp();
  const [saving, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slowJournal: Journal = {
    load: journal.load,
    async save(...entry) {
      saving.resolve();
      await released.promise;
      await journal.save(...entry);
    },
  };
  const stop = new AbortController();

  const opening = failureOf(open(slowJournal, {}, { signal: stop.signal }));
  await saving.promise;
  stop.abort();
  released.resolve();
  const error = await opening;
  const left = [...events];
  const opened = await open();

  expect(error).toMatchObject({ code: 'aborted', outcome: 'not-sent', step: 'createContract' });
  expect(left).toEqual(['createContract pending', 'createContract free']);
  expect(opened).toEqual(openedContract);
  expect(service.carriedOut).toEqual(openContractWrites);
});
