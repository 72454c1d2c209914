import { expect, onTestFinished, test, vi } from 'vitest';
import { createMemoryJournal } from '../../src/journals/memory-journal.ts';
import { failureOf } from '../support/failure-of.ts';
import { createFakeService } from './fake-service.ts';
import { clientOn, contractToOpen, customerToOnboard, openedContract } from './inputs.ts';
import { loseAfter } from './interrupted-flow.ts';

const key = 'order-1';

/** A sandbox whose answers contain the id of its data, and the HEAD requests that it received. */
function createSandbox(instance: string | undefined) {
  const service = createFakeService();
  const asked: string[] = [];
  const withInstance = (response: Response): Response => {
    if (instance !== undefined) response.headers.set('escrow-sandbox-instance', instance);
    return response;
  };
  const fetch = async (request: Request): Promise<Response> => {
    if (request.method !== 'HEAD') return withInstance(await service.fetch(request));
    asked.push(`${request.url} ${request.headers.get('authorization')}`);
    return withInstance(new Response(null));
  };
  return { ...service, fetch, asked };
}

test('an entry with another address is refused, with both addresses and a remedy', async () => {
  const journal = createMemoryJournal();
  const [one, other] = [createFakeService(), createFakeService()];
  await clientOn(one.fetch, { baseUrl: 'http://one.example' }).flows.openContract(contractToOpen, { key, journal });

  const error = await failureOf(
    clientOn(other.fetch, { baseUrl: 'http://other.example' }).flows.openContract(contractToOpen, { key, journal }),
  );

  expect(error).toMatchObject({ code: 'journal', outcome: 'not-sent' });
  expect(error.message).toContain('it was run against http://one.example, and this client calls http://other.example.');
  expect(error.message).toContain('Use another key, or give each service a journal of its own.');
  expect(other.carriedOut).toEqual([]);
});

test('a slash at the end of an address does not matter', async () => {
  const journal = createMemoryJournal();
  const service = createFakeService();
  await clientOn(service.fetch, { baseUrl: 'http://one.example' }).flows.openContract(contractToOpen, { key, journal });

  const again = await clientOn(service.fetch, { baseUrl: 'http://ONE.example/' }).flows.openContract(contractToOpen, {
    key,
    journal,
  });

  expect(again).toEqual(openedContract);
});

test('a sandbox that loses its data between two steps is noticed by the next run', async () => {
  const journal = createMemoryJournal();
  const [before, after] = [createSandbox('instance-1'), createSandbox('instance-2')];
  let count = 0;
  const changing = clientOn((request) => (++count === 1 ? before : after).fetch(request));
  const stopped = await failureOf(changing.flows.openContract(contractToOpen, { key, journal }));

  const again = await failureOf(clientOn(after.fetch).flows.openContract(contractToOpen, { key, journal }));

  expect(stopped).toMatchObject({ code: 'api', step: 'addMilestones.1' });
  expect(again.message).toContain('has lost the data that this run is about');
});

test('a flow goes on if the sandbox still has its data', async () => {
  const journal = createMemoryJournal();
  const sandbox = createSandbox('instance-1');
  const client = clientOn(sandbox.fetch);
  await client.flows.openContract(contractToOpen, { key, journal });

  const again = await client.flows.openContract(contractToOpen, { key, journal });

  expect(again).toEqual(openedContract);
  expect(sandbox.asked).toHaveLength(1);
});

test('a service whose answers contain no id of its data is never asked', async () => {
  const journal = createMemoryJournal();
  const service = createSandbox(undefined);
  const client = clientOn(service.fetch);
  await client.flows.openContract(contractToOpen, { key, journal });

  await client.flows.openContract(contractToOpen, { key, journal });

  expect(service.asked).toEqual([]);
});

test('a sandbox that never answers does not block a flow, even behind a fetch that ignores its signal', async () => {
  const journal = createMemoryJournal();
  await clientOn(createSandbox('instance-1').fetch).flows.openContract(contractToOpen, { key, journal });
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const asked = Promise.withResolvers<void>();
  const silent = clientOn(() => {
    asked.resolve();
    return new Promise(() => {});
  });

  const again = silent.flows.openContract(contractToOpen, { key, journal });
  await asked.promise;
  await vi.advanceTimersByTimeAsync(5_000);

  expect(await again).toEqual(openedContract);
});

test('a flow with one more step is not complete until that step is done', async () => {
  const journal = createMemoryJournal();
  const service = createFakeService();
  const { address: _, ...withoutAddress } = customerToOnboard;
  await clientOn(service.fetch).flows.onboardCustomer(withoutAddress, { key, journal });
  const lost = clientOn((request) => loseAfter(request, () => service.fetch(request)));

  await failureOf(lost.flows.onboardCustomer(customerToOnboard, { key, journal }));

  expect(await journal.listPendingSteps()).toHaveLength(1);
  expect(await journal.load(key)).not.toHaveProperty('completedAt');
});

test('only a completed flow is pruned', async () => {
  const journal = createMemoryJournal();
  const service = createFakeService();
  const lost = clientOn((request) => loseAfter(request, () => service.fetch(request)));
  await clientOn(service.fetch).flows.openContract(contractToOpen, { key, journal });
  await failureOf(lost.flows.openContract(contractToOpen, { key: 'pending', journal }));

  expect(await journal.prune({ olderThanInMs: 60_000 })).toBe(0);
  await expect.poll(() => journal.prune({ olderThanInMs: 0 })).toBe(1);
  expect(await journal.load(key)).toBeUndefined();
  expect(await journal.listPendingSteps()).toHaveLength(1);
});
