import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { ClientObserver } from '../src/index.ts';
import { createMemoryJournal } from '../src/journals/memory-journal.ts';
import { createFakeService } from './flows/fake-service.ts';
import { clientOn, contractToOpen, openedContract } from './flows/inputs.ts';
import { failureOf } from './support/failure-of.ts';
import { clientOf, user } from './support/scripted-client.ts';
import { hang, refuse } from './support/scripted-fetch.ts';

/** An observer that records each operation and its result. */
function recordOperations() {
  const ended: { operation: string; info: object; result: object }[] = [];
  const record = (operation: string) => async (run: () => Promise<object>, info: object) => {
    ended.push({ operation, info: structuredClone(info), result: await run() });
  };
  const names = ['call', 'request', 'flow', 'step'] as const;
  const observer: ClientObserver = Object.fromEntries(names.map((name) => [name, record(name)]));
  return { observer, ended };
}

describe('an observer', () => {
  test('sees a call around its requests, with their servers and results', async () => {
    const { observer, ended } = recordOperations();
    const { client } = clientOf([503, refuse, user], { observer });

    await client.users.get('usr_1');
    await setImmediate();

    const call = { operationId: 'getUser', method: 'GET', host: 'users', template: '/users/{userId}' };
    const server = { address: 'service.example', port: 80 };
    expect(ended.map(({ operation }) => operation)).toEqual(['request', 'request', 'request', 'call']);
    expect(ended.slice(0, 3)).toMatchObject([
      { info: { call, attempt: 1, server }, result: { status: 503, outcome: 'unknown', error: undefined } },
      {
        info: { attempt: 2, server },
        result: { status: undefined, outcome: 'not-sent', error: { code: 'connection' } },
      },
      { info: { attempt: 3, server }, result: { status: 200, outcome: 'succeeded', error: undefined } },
    ]);
    expect(ended[3]).toMatchObject({ info: call, result: { status: 200, error: undefined } });
  });

  test.each([
    ['https://service.example/base', { address: 'service.example', port: 443 }],
    ['http://127.0.0.1:4010', { address: '127.0.0.1', port: 4010 }],
    ['http://[::1]:4010', { address: '::1', port: 4010 }],
  ])('receives the server of %s', async (baseUrl, server) => {
    const { observer, ended } = recordOperations();
    const { client } = clientOf([user], { observer, baseUrl });

    await client.users.get('usr_1');
    await setImmediate();

    expect(ended[0]?.info).toMatchObject({ server });
  });

  test('receives the error that the call throws, even for an answer that cannot be used', async () => {
    const { observer, ended } = recordOperations();
    const { client } = clientOf([403, new Response('no JSON')], { observer });

    const errors = [await failureOf(client.users.get('usr_1')), await failureOf(client.users.get('usr_1'))];
    await setImmediate();

    const calls = ended.filter(({ operation }) => operation === 'call');
    expect(errors.map(({ code }) => code)).toEqual(['forbidden', 'decode']);
    expect(calls.map(({ result }) => result)).toEqual([
      { status: 403, headers: expect.any(Headers), error: errors[0] },
      { status: 200, headers: expect.any(Headers), error: errors[1] },
    ]);
  });

  test('is notified at once when the deadline ends a request, even if fetch ignores its signal', async () => {
    const { observer, ended } = recordOperations();
    const { client } = clientOf([hang], { observer });

    const error = await failureOf(client.users.get('usr_1', { timeoutInMs: 20 }));
    await setImmediate();

    expect(error).toMatchObject({ code: 'timeout', outcome: 'unknown' });
    expect(ended.map(({ operation, result }) => [operation, result])).toEqual([
      ['request', { status: undefined, outcome: 'unknown', error }],
      ['call', { status: undefined, headers: undefined, error }],
    ]);
  });

  test('sees a flow around its steps, but no step of an earlier run', async () => {
    const { observer, ended } = recordOperations();
    const { fetch } = createFakeService();
    const client = clientOn(fetch, { observer });
    const options = { key: 'order-1', journal: createMemoryJournal() };

    const opened = await client.flows.openContract(contractToOpen, options);
    await setImmediate();
    const first = ended.splice(0).filter(({ operation }) => operation === 'flow' || operation === 'step');
    await client.flows.openContract(contractToOpen, options);
    await setImmediate();

    expect(opened).toEqual(openedContract);
    const step = (name: string) => ({ operation: 'step', info: { flow: 'openContract', step: name }, result: {} });
    const flow = { operation: 'flow', info: { flow: 'openContract' }, result: { error: undefined } };
    expect(first).toMatchObject([
      ...['createContract', 'addMilestones.1', 'addMilestones.2', 'addParties'].map(step),
      flow,
    ]);
    expect(ended).toEqual([flow]);
  });

  test('receives the error that stops a flow, even of the checkout, which has no steps', async () => {
    const { observer, ended } = recordOperations();
    const { client } = clientOf([403], { observer, tokens: { clientAdmin: 'adm' }, clientId: 'c', clientSecret: 's' });
    const order = { milestoneId: 'm-1', buyer: '+966500000001', returnUrl: 'https://shop.example' };

    const error = await failureOf(client.flows.checkout(order));
    await setImmediate();

    expect(ended.map(({ operation }) => operation)).toEqual(['request', 'call', 'flow']);
    expect(ended.at(-1)).toEqual({ operation: 'flow', info: { flow: 'checkout' }, result: { error } });
  });
});

/** Hooks that misbehave. None of them may change anything. */
const careless: [what: string, hook: (run: () => Promise<unknown>) => unknown][] = [
  ['never calls run', () => {}],
  [
    'throws',
    () => {
      throw new Error('no');
    },
  ],
  ['rejects', () => Promise.reject(new Error('no'))],
  ['calls run twice', (run) => Promise.all([run(), run()])],
  ['calls run late', (run) => setImmediate().then(run)],
  [
    'throws after run',
    (run) => {
      void run();
      throw new Error('no');
    },
  ],
];

describe.each(careless)('an observer that %s', (_what, hook) => {
  const observer: ClientObserver = { call: hook, request: hook, flow: hook, step: hook };

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
});

describe('the headers of an observer', () => {
  test('are sent, except those that the client sets and those that cannot be sent', async () => {
    const added = {
      traceparent: '00-1',
      authorization: 'Bearer theirs',
      accept: 'text/html',
      'content-type': 'text/plain',
      'not a name': 'x',
      broken: 'a\r\nb: c',
      control: 'a\u0001b',
      'keep-alive': 'timeout=5',
    };
    const observer: ClientObserver = { request: (run) => run(added) };
    const { client, requests } = clientOf([user], { observer });

    await client.users.get('usr_1');

    expect(Object.fromEntries(requests[0]?.headers ?? [])).toEqual({
      traceparent: '00-1',
      authorization: 'Bearer key-secret',
      accept: 'application/json',
    });
  });

  test('are sent with those of the caller and of other observers', async () => {
    const tracer: ClientObserver = { request: (run) => run({ traceparent: '00-1' }) };
    const chooser: ClientObserver = { request: (run) => run({ prefer: 'code=200' }) };
    const { client, requests } = clientOf([user], { observer: [tracer, {}, chooser] });

    await client.hosts.users.GET('/users/{userId}', {
      params: { path: { userId: 'usr_1' } },
      headers: { 'x-mine': 'yes' },
    });

    expect(Object.fromEntries(requests[0]?.headers ?? [])).toMatchObject({
      traceparent: '00-1',
      prefer: 'code=200',
      'x-mine': 'yes',
    });
  });
});
