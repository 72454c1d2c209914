import { expect, test } from 'vitest';
import { createMemoryInbox } from '../src/inbox/memory.ts';
import { createWebhookReceiver, type EventToSend, type Inbox, reconcile } from '../src/index.ts';
import { requestFor, secret } from './support/receiver.ts';

async function inboxWith(...events: EventToSend[]): Promise<Inbox> {
  const inbox = createMemoryInbox();
  const receiver = createWebhookReceiver({ secrets: secret, inbox });
  for (const event of events) await receiver.receive(requestFor({ referenceId: 'reference-1', ...event }));
  return inbox;
}

test('HOOK-4 an event that the service gave up is reported as missing', async () => {
  const inbox = await inboxWith(
    { status: 'PAID', milestoneId: 'milestone-1' },
    { status: 'REFUNDED', milestoneId: 'milestone-1' },
    { status: 'PAID', milestoneId: 'milestone-3' },
    { status: 'RETURNED', milestoneId: 'milestone-1' },
  );
  const expected = [
    { milestoneId: 'milestone-1', status: 'PAID' },
    { milestoneId: 'milestone-1', status: 'COMPLETED' },
    { milestoneId: 'milestone-2', status: 'PAID' },
    { milestoneId: 'milestone-1', status: 'RETURNED' },
  ];

  const { present, missing, unexpected } = await reconcile({ inbox, expected });

  expect(present).toEqual([expected[0], expected[3]]);
  expect(missing).toEqual([expected[1], expected[2]]);
  expect(unexpected).toMatchObject([{ event: { receivedStatus: 'REFUNDED', milestoneId: 'milestone-1' } }]);
});

test('HOOK-4 the expected events may come from a database, one by one', async () => {
  async function* rows() {
    yield { milestoneId: 'milestone-1', status: 'PAID' };
    yield { milestoneId: 'milestone-1', status: 'PAID' };
  }

  expect(await reconcile({ inbox: await inboxWith(), expected: rows() })).toEqual({
    present: [],
    missing: [{ milestoneId: 'milestone-1', status: 'PAID' }],
    unexpected: [],
  });
});
