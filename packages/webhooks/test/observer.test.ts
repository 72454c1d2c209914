import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createMemoryInbox } from '../src/inbox/memory.ts';
import {
  createWebhookReceiver,
  type EventToSend,
  type Inbox,
  signedRequest,
  type WebhookObserver,
} from '../src/index.ts';
import { untilCounts } from './inbox/support/until.ts';
import { paid, receivedAt, secret } from './support/receiver.ts';

interface Run {
  observer: WebhookObserver;
  overrides?: Partial<Inbox>;
  /** Default: the event PAID. */
  sent?: { event: EventToSend } | { body: string };
  /** Called with the number of the attempt. */
  handle?: (attempt: number) => unknown;
}

/** Receives one event and, if it was stored, handles it. */
async function receiveAndHandle({ observer, overrides, sent = { event: paid }, handle = () => {} }: Run) {
  const inbox = { ...(createMemoryInbox() as Inbox), ...overrides };
  const attempts: number[] = [];
  const handlers = {
    PAID(_event: unknown, { attempt }: { attempt: number }) {
      attempts.push(attempt);
      handle(attempt);
    },
  };
  const receiver = createWebhookReceiver({ secrets: secret, inbox, handlers, observer, now: () => receivedAt });
  const { status } = await receiver.receive(signedRequest({ ...sent, secret }));
  const events = await inbox.find();
  if (events.length > 0) {
    receiver.start({ firstDelayInMs: 1, onError() {} });
    await untilCounts(inbox, { done: 1 });
    await receiver.stop();
  }
  return { status, attempts, events };
}

type Callback = (result: object) => unknown;
const all = (callback: Callback): WebhookObserver => ({ receive: callback, store: callback, process: callback });

function fail(): never {
  throw new Error('no');
}

const callbacks: [string, Callback][] = [
  ['never end', () => new Promise(() => {})],
  ['throw', fail],
  ['reject', async () => fail()],
  ['change the result', (result) => Object.assign(result, { outcome: 'failed', status: 500, event: undefined })],
];

test.each(callbacks)('HOOK-7 if callbacks %s, an event is stored and handled once', async (_title, callback) => {
  const { status, attempts, events } = await receiveAndHandle({ observer: all(callback) });

  expect([status, attempts, events.length]).toEqual([200, [1], 1]);
});

test.each(callbacks)('HOOK-4 if callbacks %s, an inbox that throws is asked once', async (_title, callback) => {
  const insert = vi.fn(fail);

  expect(await receiveAndHandle({ observer: all(callback), overrides: { insert } })).toMatchObject({ status: 503 });
  expect(insert).toHaveBeenCalledOnce();
});

describe('an observer is told each result once, after the fact', () => {
  async function seenIn(run: Omit<Run, 'observer'>): Promise<object[]> {
    const seen: object[] = [];
    const see = (name: string) => (result: object) => seen.push({ name, ...result });
    await receiveAndHandle({
      ...run,
      observer: { receive: see('receive'), store: see('store'), process: see('process') },
    });
    return seen;
  }
  const durationInMs = expect.any(Number);
  const event = expect.objectContaining(paid);
  const attempted = { name: 'process', event, isLate: false, receivedAt, durationInMs };

  test('of an event whose second attempt succeeds', async () => {
    const error = new Error('not yet');
    const handle = (attempt: number) => {
      if (attempt === 1) throw error;
    };

    expect(await seenIn({ handle })).toEqual([
      { name: 'store', event, outcome: 'stored', durationInMs },
      { name: 'receive', status: 200, reason: undefined, durationInMs },
      { ...attempted, attempt: 1, outcome: 'failed', error },
      { ...attempted, attempt: 2, outcome: 'done' },
    ]);
  });

  test('of an event that cannot be stored', async () => {
    const error = new Error('disk full');

    expect(await seenIn({ overrides: { insert: () => Promise.reject(error) } })).toEqual([
      { name: 'store', event, outcome: 'failed', error, durationInMs },
      { name: 'receive', status: 503, reason: 'not_stored', durationInMs },
    ]);
  });

  test('of a body that is quarantined', async () => {
    expect(await seenIn({ sent: { body: '{}' } })).toEqual([
      { name: 'store', event: undefined, outcome: 'quarantined', durationInMs },
      { name: 'receive', status: 200, reason: 'event_invalid', durationInMs },
    ]);
  });

  test('with how long it took', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const insert = async () => {
      vi.advanceTimersByTime(30);
      return 'stored' as const;
    };

    const seen = await seenIn({ overrides: { insert } });

    expect(seen).toMatchObject([
      { name: 'store', durationInMs: 30 },
      { name: 'receive', durationInMs: 30 },
    ]);
  });
});
