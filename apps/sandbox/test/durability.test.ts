import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { temporaryFolder } from '@escrow-kit/tools/temporary-folder';
import { expect, onTestFinished, test } from 'vitest';
import { startSandbox } from '../src/index.ts';
import { startService } from '../src/start-service.ts';
import { createMilestone, createPayableMilestone, lead } from './support/escrow-steps.ts';
import { createReceiver } from './support/receiver.ts';

test('HOOK-4 a sandbox on the data of one that was killed has every acknowledged write, and delivers what that one was delivering', async () => {
  const receiver = await createReceiver();
  onTestFinished(() => receiver.close());
  receiver.answer = () => {};
  const [dataFolder, left] = [temporaryFolder(), join(temporaryFolder(), 'data')];
  const first = await startSandbox({ dataFolder, webhookUrl: receiver.url });
  onTestFinished(() => first.close());
  const { milestoneId } = await createPayableMilestone(first);
  await lead(first, milestoneId, 'pay');
  await receiver.received(1);
  const acknowledged = [await first.control.milestone(milestoneId), await first.control.users()];

  // A kill leaves the files as they are between two calls.
  await cp(dataFolder, left, { recursive: true });
  receiver.answer = (response) => void response.writeHead(200).end();
  const second = await startSandbox({ dataFolder: left });
  onTestFinished(() => second.close());
  await receiver.received(2);

  expect(receiver.events.map(({ body }) => body)).toEqual([receiver.events[0]?.body, receiver.events[0]?.body]);
  const { checkoutUrl: _, ...kept } = acknowledged[0] as object & { checkoutUrl: unknown };
  expect([await second.control.milestone(milestoneId), await second.control.users()]).toMatchObject([
    kept,
    acknowledged[1],
  ]);
});

test('a data folder of the first version keeps its requests, and new ones get warnings', async () => {
  const dataFolder = temporaryFolder();
  const first = await startSandbox({ dataFolder });
  const { milestoneId } = await createPayableMilestone(first);
  await first.close();
  const database = new DatabaseSync(join(dataFolder, 'sandbox.sqlite'));
  database.exec('alter table requests drop column warningsJson; drop index ticketsBytenantIdshortId');
  database.exec('update sandboxStores set version = 1');
  database.close();

  const second = await startSandbox({ dataFolder });
  onTestFinished(() => second.close());
  const { requests } = await second.control.requests({ operationId: 'addParties' });
  await createMilestone(second, { itemPrice: 0 });
  const added = await second.control.requests({ operationId: 'addMilestones' });

  expect(requests).toMatchObject([{ status: 200, warnings: [] }]);
  expect((await second.control.milestone(milestoneId)).state).toBe('WAITING_FOR_PAYMENT');
  expect(added.requests.map(({ warnings }) => warnings.length)).toEqual([1, 0]);
});

test('new ids sort after those in the data folder, even if the clock was put back meanwhile', async () => {
  const dataFolder = temporaryFolder();
  const first = await startService({ dataFolder });
  await createPayableMilestone(first.sandbox);
  first.service.requestLog.flush();
  const [newest] = first.service.store.list('requests', {}, 'id desc');
  if (!newest) throw new Error('No request was logged.');
  const ofTomorrow = (Date.now() + 86_400_000).toString(36).padStart(9, '0');
  const id = newest.id.replace(/_.{9}/, `_${ofTomorrow}`);
  first.service.store.insert('requests', { ...newest, id });
  await first.sandbox.close();

  const second = await startService({ dataFolder });
  onTestFinished(() => second.sandbox.close());
  await createPayableMilestone(second.sandbox);

  const { requests } = await second.sandbox.control.requests();
  expect(requests.findIndex((request) => request.id === id)).toBeGreaterThan(0);
});
