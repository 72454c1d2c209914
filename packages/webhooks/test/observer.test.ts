import { expect, test, vi } from 'vitest';
import { createMemoryInbox } from '../src/inbox/memory.ts';
import { createWebhookReceiver, type Inbox, signedRequest, type WebhookObserver } from '../src/index.ts';
import { untilCounts } from './inbox/support/until.ts';
import { paid, receivedAt, secret } from './support/receiver.ts';

interface Run {
  overrides?: Partial<Inbox>;
  body?: string;
  /** Called with the number of the attempt. */
  handle?: (attempt: number) => unknown;
}

type Callback = (result: object) => unknown;

/** Receives one event and, if it was stored, handles it. `callbackOf` gives the callback of each name. */
async function receiveAndHandle(
  callbackOf: (name: string) => Callback,
  { overrides, body, handle = () => {} }: Run = {},
) {
  const inbox = { ...(createMemoryInbox() as Inbox), ...overrides };
  const attempts: number[] = [];
  const observer: WebhookObserver = {
    receive: callbackOf('receive'),
    store: callbackOf('store'),
    process: callbackOf('process'),
  };
  const handlers = {
    PAID(_event: unknown, { attempt }: { attempt: number }) {
      attempts.push(attempt);
      handle(attempt);
    },
  };
  const receiver = createWebhookReceiver({ secrets: secret, inbox, handlers, observer, now: () => receivedAt });
  const sent = body === undefined ? { event: paid } : { body };
  const { status } = await receiver.receive(signedRequest({ ...sent, secret }));
  const events = await inbox.find();
  if (events.length > 0) {
    receiver.start({ firstDelayInMs: 1, onError() {} });
    await untilCounts(inbox, { done: 1 });
    await receiver.stop();
  }
  return { status, attempts };
}

function fail(): never {
  throw new Error('no');
}

test.each<[string, Callback]>([
  ['never end', () => new Promise(() => {})],
  ['throw', fail],
  ['reject', async () => fail()],
  ['change the result', (result) => Object.assign(result, { outcome: 'failed', status: 500, event: undefined })],
])('HOOK-7 if callbacks %s, an event is stored and handled once, or refused once', async (_title, callback) => {
  const insert = vi.fn(fail);

  expect(await receiveAndHandle(() => callback)).toEqual({ status: 200, attempts: [1] });
  expect(await receiveAndHandle(() => callback, { overrides: { insert } })).toMatchObject({ status: 503 });
  expect(insert).toHaveBeenCalledOnce();
});

const error = new Error('not now');
const event = expect.objectContaining(paid);
const attempted = { name: 'process', event, isLate: false, receivedAt };

test.each<[string, Run, object[]]>([
  [
    'of an event whose second attempt succeeds',
    {
      handle(attempt) {
        if (attempt === 1) throw error;
      },
    },
    [
      { name: 'store', event, outcome: 'stored' },
      { name: 'receive', status: 200, reason: undefined },
      { ...attempted, attempt: 1, outcome: 'failed', error },
      { ...attempted, attempt: 2, outcome: 'done' },
    ],
  ],
  [
    'of an event that cannot be stored',
    { overrides: { insert: () => Promise.reject(error) } },
    [
      { name: 'store', event, outcome: 'failed', error },
      { name: 'receive', status: 503, reason: 'not_stored' },
    ],
  ],
  [
    'of a body that is quarantined',
    { body: '{}' },
    [
      { name: 'store', event: undefined, outcome: 'quarantined' },
      { name: 'receive', status: 200, reason: 'event_invalid' },
    ],
  ],
])('an observer is told each result once, after the fact, with its duration, %s', async (_title, run, results) => {
  const seen: object[] = [];

  await receiveAndHandle((name) => (result) => seen.push({ name, ...result }), run);

  expect(seen).toEqual(results.map((result) => ({ ...result, durationInMs: expect.any(Number) })));
});
