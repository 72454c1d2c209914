import { describe, expect, test, vi } from 'vitest';
import { createWebhookReceiver, type Inbox, type WebhookObserver } from '../src/index.ts';
import { createMemoryInbox } from '../src/memory-inbox/create-memory-inbox.ts';
import { untilCounts } from './inbox/support/until.ts';
import { requestFor, secret } from './support/receiver.ts';

/** Receives one event and handles it; resolves with the answer's status and how often the handler was called. */
async function receiveAndHandle(observer: WebhookObserver, overrides: Partial<Inbox> = {}) {
  const inbox = { ...(createMemoryInbox() as Inbox), ...overrides };
  let handled = 0;
  const handlers = {
    PAID: () => {
      handled += 1;
    },
  };
  const receiver = createWebhookReceiver({ secrets: secret, inbox, handlers, observer });
  const { status } = await receiver.receive(requestFor());
  if (status === 200) {
    receiver.start();
    await untilCounts(inbox, { done: 1 });
    await receiver.stop();
  }
  return { status, handled, events: await inbox.find() };
}

type Hook = (run: () => Promise<unknown>) => unknown;
const allHooks = (hook: Hook): WebhookObserver => ({ receive: hook, store: hook, process: hook });

function fail(): never {
  throw new Error('no');
}

const hooks: [string, Hook][] = [
  ['nothing', () => {}],
  ['never end', () => new Promise(() => {})],
  ['run twice', (run) => Promise.all([run(), run()])],
  ['run late', (run) => new Promise(setImmediate).then(run)],
  ['throw before', fail],
  ['throw after', (run) => run().then(fail)],
];

test.each(hooks)('HOOK-7 whatever a hook does (%s), an event is stored and handled once', async (_title, hook) => {
  const { status, handled, events } = await receiveAndHandle(allHooks(hook));

  expect([status, handled, events.length]).toEqual([200, 1, 1]);
});

test.each(hooks)('HOOK-4 whatever a hook does (%s), an inbox that throws is asked once', async (_title, hook) => {
  const insert = vi.fn(fail);

  expect(await receiveAndHandle(allHooks(hook), { insert })).toMatchObject({ status: 503 });
  expect(insert).toHaveBeenCalledOnce();
});

describe('a hook', () => {
  test('receives the result of the operation', async () => {
    const seen: unknown[] = [];
    const see = (name: string) => async (run: () => Promise<object>) => {
      const result = await run();
      seen.push({ name, ...result });
    };

    await receiveAndHandle({ receive: see('receive'), store: see('store'), process: see('process') });

    expect(seen).toEqual([
      { name: 'store', outcome: 'stored' },
      { name: 'receive', status: 200, reason: undefined },
      { name: 'process', outcome: 'done' },
    ]);
  });
});
