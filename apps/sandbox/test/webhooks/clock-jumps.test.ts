import { expect, onTestFinished, test, vi } from 'vitest';
import { startService } from '../../src/start-service.ts';
import { createPayableMilestone, lead } from '../support/escrow-steps.ts';
import { createReceiver } from '../support/receiver.ts';

const dayInMs = 86_400_000;
const limitInMs = 30_000;

/** A sandbox and a receiver whose clock is a day ahead, so that it can be put back. */
async function startTomorrow() {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + dayInMs });
  const { sandbox } = await startService({});
  const receiver = await createReceiver();
  onTestFinished(async () => {
    await sandbox.close();
    await receiver.close();
    vi.useRealTimers();
  });
  return { sandbox, receiver };
}

test.each([
  ['put back', -dayInMs],
  ['put forward', dayInMs],
])('HOOK-4 a clock that is %s by a day postpones no retry', async (_, jumpInMs) => {
  const { sandbox, receiver } = await startTomorrow();
  const untilDelivery = (expected: object) =>
    vi.waitFor(async () => {
      const { deliveries } = await sandbox.control.deliveries();
      expect(deliveries).toMatchObject([expected]);
    }, limitInMs);
  receiver.answer = (response) => void response.writeHead(receiver.events.length > 1 ? 200 : 500).end();
  await sandbox.control.setWebhook(receiver.url);
  const { milestoneId } = await createPayableMilestone(sandbox);
  await lead(sandbox, milestoneId, 'pay');
  await untilDelivery({ state: 'pending', attempts: 1 });

  vi.setSystemTime(Date.now() + jumpInMs);
  await untilDelivery({ state: 'delivered', attempts: 2 });

  expect(receiver.events).toHaveLength(2);
  expect((await sandbox.control.advance(1)).actions).toEqual([]);
});
