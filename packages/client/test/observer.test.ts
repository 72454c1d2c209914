import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type ClientObserver, createLogObserver } from '../src/index.ts';
import { createMemoryJournal } from '../src/journals/memory-journal.ts';
import { createFakeService } from './flows/fake-service.ts';
import { clientOn, contractToOpen, openedContract } from './flows/inputs.ts';
import { failureOf } from './support/failure-of.ts';
import { clientOf, hang, refuse, user } from './support/scripted-client.ts';

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

    const call = { operationId: 'getUser', method: 'GET', host: 'users', template: '/users/{userId}', attempts: 3 };
    expect(events).toMatchObject([
      { name: 'attempt', event: { attempt: 1, status: 503, outcome: 'unknown', error: undefined } },
      { name: 'attempt', event: { attempt: 2, outcome: 'not-sent', error: { code: 'connection' } } },
      { name: 'attempt', event: { attempt: 3, status: 200, outcome: 'succeeded', error: undefined } },
      { name: 'call', event: { call: { ...call, outcome: 'succeeded' }, status: 200, error: undefined } },
    ]);
    expect(events.map(({ event }) => event)).toMatchObject(Array(4).fill({ durationInMs: expect.any(Number) }));
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

test.each(careless)(
  'an observer that %s changes no result, no error and nothing that another receives',
  async (_what, notice) => {
    const observer: ClientObserver = { call: notice, attempt: notice, retry: notice, step: notice, warning: notice };
    const { observer: other, events } = recordEvents();
    const { carriedOut, fetch } = createFakeService();
    const { flows } = clientOn(fetch, { observer });
    const { client, requests } = clientOf([403], { observer: [observer, other] });

    const opened = await flows.openContract(contractToOpen, { key: 'order-1', journal: createMemoryJournal() });
    const error = await failureOf(client.users.get('usr_1'));

    expect(opened).toEqual(openedContract);
    expect(carriedOut).toHaveLength(4);
    expect(error).toMatchObject({ code: 'forbidden', attempts: 1 });
    expect(requests).toHaveLength(1);
    expect(events.map(({ name }) => name)).toEqual(['attempt', 'call']);
  },
);

test.each(careless.slice(0, 2))('what an observer %s is passed to the warning of all', async (_what, notice) => {
  const warnings: object[] = [];
  const { client } = clientOf([user], {
    observer: [{ call: notice }, { warning: (warning) => void warnings.push(warning) }],
  });

  await client.users.get('usr_1');
  await setImmediate();

  expect(warnings).toEqual([{ message: 'an observer failed', error: new Error('no') }]);
});

test('createLogObserver writes every request with its result, the delays between them, and warns of a call that failed', async () => {
  const lines: string[] = [];
  const keep = (level: string) => (message: string, fields: object) =>
    void lines.push(`${level} ${message} ${JSON.stringify(fields)}`);
  const observer = createLogObserver({ debug: keep('debug'), warn: keep('warn') });
  const { client } = clientOf([503, refuse, 403], { observer });

  const { message } = await failureOf(client.users.get('usr_sensitive'));

  expect(lines.filter((line) => line.includes('durationInMs'))).toEqual([
    expect.stringMatching(/^debug getUser: 503 /),
    expect.stringMatching(/^debug getUser: connection /),
    expect.stringMatching(/^debug getUser: 403 /),
  ]);
  expect(lines.filter((line) => line.includes('delayInMs'))).toEqual([
    expect.stringContaining('waits before request 2'),
    expect.stringContaining('waits before request 3'),
  ]);
  expect(lines.filter((line) => line.startsWith('warn'))).toEqual([
    `warn ${message} {"operationId":"getUser","code":"forbidden","status":403,"outcome":"unknown"}`,
  ]);
  expect(lines.join()).not.toContain('usr_sensitive');
});
