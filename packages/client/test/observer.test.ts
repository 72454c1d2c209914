import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { ClientObserver } from '../src/index.ts';
import { createMemoryJournal } from '../src/journals/memory-journal.ts';
import { createFakeService } from './flows/fake-service.ts';
import { clientOn, contractToOpen, openedContract } from './flows/inputs.ts';
import { failureOf } from './support/failure-of.ts';
import { clientOf, user } from './support/scripted-client.ts';
import { hang, refuse } from './support/scripted-fetch.ts';

/** An observer that records the events of calls, their attempts and steps. */
function recordEvents() {
  const events: { name: string; event: object }[] = [];
  const names = ['call', 'attempt', 'step'] as const;
  const observer: ClientObserver = Object.fromEntries(
    names.map((name) => [name, (event: object) => void events.push({ name, event: { ...event } })]),
  );
  return { observer, events };
}

describe('an observer', () => {
  test('receives each request of a call after it ended, and then the call', async () => {
    const { observer, events } = recordEvents();
    const { client } = clientOf([503, refuse, user], { observer });

    await client.users.get('usr_1');

    const durationInMs = expect.any(Number);
    const call = {
      ...{ operationId: 'getUser', method: 'GET', host: 'users', template: '/users/{userId}' },
      ...{ attempts: 3, outcome: 'unknown' },
    };
    expect(events).toMatchObject([
      { name: 'attempt', event: { durationInMs, attempt: 1, status: 503, outcome: 'unknown', error: undefined } },
      { name: 'attempt', event: { durationInMs, attempt: 2, outcome: 'not-sent', error: { code: 'connection' } } },
      { name: 'attempt', event: { durationInMs, attempt: 3, status: 200, outcome: 'succeeded', error: undefined } },
      {
        name: 'call',
        event: {
          call: { ...call, outcome: 'succeeded' },
          durationInMs,
          status: 200,
          headers: expect.any(Headers),
          error: undefined,
        },
      },
    ]);
  });

  test('receives the same object of a call with each of its events', async () => {
    const calls: object[] = [];
    const note = ({ call }: { call: object }) => void calls.push(call);
    const { client } = clientOf([503, user], { observer: { attempt: note, retry: note, call: note } });

    await client.users.get('usr_1');

    expect(calls).toHaveLength(4);
    expect(new Set(calls).size).toBe(1);
  });

  test('receives how long a call took, with its delays', async () => {
    const { observer, events } = recordEvents();
    const answerLate = () => new Promise<Response>((resolve) => setTimeout(resolve, 30, user.clone()));
    const { client } = clientOf([answerLate], { observer });

    await client.users.get('usr_1');

    const durations = events.map(({ event }) => (event as { durationInMs: number }).durationInMs);
    expect(Math.min(...durations)).toBeGreaterThan(25);
  });

  test('receives the error that the call throws, even for an answer that cannot be used', async () => {
    const { observer, events } = recordEvents();
    const { client } = clientOf([403, new Response('no JSON')], { observer });

    const errors = [await failureOf(client.users.get('usr_1')), await failureOf(client.users.get('usr_1'))];

    const calls = events.filter(({ name }) => name === 'call');
    expect(errors.map(({ code }) => code)).toEqual(['forbidden', 'decode']);
    expect(calls.map(({ event }) => event)).toMatchObject([
      { status: 403, headers: expect.any(Headers), error: errors[0] },
      { status: 200, headers: expect.any(Headers), error: errors[1] },
    ]);
  });

  test('is notified at once when the deadline ends a request, even if fetch ignores its signal', async () => {
    const { observer, events } = recordEvents();
    const { client } = clientOf([hang], { observer });

    const error = await failureOf(client.users.get('usr_1', { timeoutInMs: 20 }));

    expect(error).toMatchObject({ code: 'timeout', outcome: 'unknown' });
    expect(events).toMatchObject([
      { name: 'attempt', event: { status: undefined, outcome: 'unknown', error } },
      { name: 'call', event: { status: undefined, headers: undefined, error } },
    ]);
  });

  test('receives no call that breaks a rule, which never starts', async () => {
    const { observer, events } = recordEvents();
    const { client } = clientOf([user], { observer });

    await failureOf(client.verification.submitNationalId(1, '123'));

    expect(events).toEqual([]);
  });

  test('receives each step of a flow after its call, but none of an earlier run', async () => {
    const { observer, events } = recordEvents();
    const { fetch } = createFakeService();
    const client = clientOn(fetch, { observer });
    const options = { key: 'order-1', journal: createMemoryJournal() };

    const opened = await client.flows.openContract(contractToOpen, options);
    const first = events.splice(0);
    await client.flows.openContract(contractToOpen, options);

    expect(opened).toEqual(openedContract);
    const steps = ['createContract', 'addMilestones.1', 'addMilestones.2', 'addParties'].map((step) => ({
      name: 'step',
      event: { flow: 'openContract', step, durationInMs: expect.any(Number), error: undefined },
    }));
    expect(first.map(({ name }) => name)).toEqual(Array(4).fill(['attempt', 'call', 'step']).flat());
    expect(first.filter(({ name }) => name === 'step')).toEqual(steps);
    expect(events).toEqual([]);
  });

  test('receives the error that stops a step', async () => {
    const { observer, events } = recordEvents();
    const client = clientOn(async () => new Response('{}', { status: 403 }), { observer });
    const options = { key: 'order-1', journal: createMemoryJournal() };

    const error = await failureOf(client.flows.openContract(contractToOpen, options));

    expect(events.at(-1)).toMatchObject({ name: 'step', event: { step: 'createContract', error } });
  });
});

/** Functions that misbehave. None of them may change anything. */
const careless: [what: string, notice: () => unknown][] = [
  [
    'throws',
    () => {
      throw new Error('no');
    },
  ],
  ['rejects', () => Promise.reject(new Error('no'))],
  ['never ends', hang],
];

describe.each(careless)('an observer that %s', (_what, notice) => {
  const observer: ClientObserver = { call: notice, attempt: notice, retry: notice, step: notice, warning: notice };

  test('changes nothing: each request is sent once, and the answer is the same', async () => {
    const { carriedOut, fetch } = createFakeService();
    const client = clientOn(fetch, { observer });

    const opened = await client.flows.openContract(contractToOpen, { key: 'order-1', journal: createMemoryJournal() });

    expect(opened).toEqual(openedContract);
    expect(carriedOut).toHaveLength(4);
  });

  test('changes no error', async () => {
    const { client, requests } = clientOf([403], { observer });

    const error = await failureOf(client.users.get('usr_1'));

    expect(error).toMatchObject({ code: 'forbidden', attempts: 1 });
    expect(requests).toHaveLength(1);
  });

  test('keeps no other observer from its events', async () => {
    const { observer: other, events } = recordEvents();
    const { client } = clientOf([user], { observer: [observer, other] });

    await client.users.get('usr_1');

    expect(events.map(({ name }) => name)).toEqual(['attempt', 'call']);
  });
});

test.each(careless.slice(0, 2))('what an observer %s is passed to the warning of all', async (_what, notice) => {
  const warnings: object[] = [];
  const { client } = clientOf([user], {
    observer: [{ call: notice }, { warning: (warning) => void warnings.push(warning) }],
  });

  await client.users.get('usr_1');
  await setImmediate();

  expect(warnings).toEqual([{ message: 'an observer failed', error: new Error('no') }]);
});
