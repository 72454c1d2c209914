import { expect, onTestFinished, test, vi } from 'vitest';
import { createMemoryJournal } from '../../src/journals/memory-journal.ts';
import { failureOf } from '../support/failure-of.ts';
import { createFakeService } from './fake-service.ts';
import { clientOn, contractToOpen, customerToOnboard, openedContract } from './inputs.ts';
import { loseAfter } from './interrupted-flow.ts';

const key = 'order-1';

/** A sandbox whose answers contain the id of its data. */
function createSandbox(instance: string) {
  const service = createFakeService();
  const fetch = async (request: Request): Promise<Response> => {
    const response = request.method === 'HEAD' ? new Response(null) : await service.fetch(request);
    response.headers.set('escrow-sandbox-instance', instance);
    return response;
  };
  return { ...service, fetch };
}

test('an entry with another address is refused, with both addresses and a remedy', async () => {
  const journal = createMemoryJournal();
  const [one, other] = [createFakeService(), createFakeService()];
  await clientOn(one.fetch, { baseUrl: 'http://one.example' }).flows.openContract(contractToOpen, { key, journal });

  const error = await failureOf(
    clientOn(other.fetch, { baseUrl: 'http://other.example' }).flows.openContract(contractToOpen, { key, journal }),
  );

  expect(error).toMatchObject({ code: 'journal', outcome: 'not-sent' });
  expect(error.message).toContain('it ran against http://one.example, but this client calls http://other.example.');
  expect(error.message).toContain('Use another key, or another journal for each service.');
  expect(other.carriedOut).toEqual([]);
});

test('a sandbox that loses its data between two steps is noticed by the next run', async () => {
  const journal = createMemoryJournal();
  const [before, after] = [createSandbox('instance-1'), createSandbox('instance-2')];
  let count = 0;
  const changing = clientOn((request) => (++count === 1 ? before : after).fetch(request));
  const stopped = await failureOf(changing.flows.openContract(contractToOpen, { key, journal }));

  const again = await failureOf(clientOn(after.fetch).flows.openContract(contractToOpen, { key, journal }));

  expect(stopped).toMatchObject({ code: 'api', step: 'addMilestones.1' });
  expect(again.message).toContain('has lost the data of this flow');
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
