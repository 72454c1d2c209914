import { createDatabase } from '@escrow-kit/suite/postgres';
import pg from 'pg';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { startSandbox } from '../../src/index.ts';
import { createPayableMilestone, lead } from '../support/escrow-steps.ts';
import { createReceiver } from '../support/receiver.ts';
import { watchStderr } from '../support/stderr.ts';

const limitInMs = 30_000;

/** A database that can be taken away and restored while others use it. */
async function createRemovableDatabase() {
  const databaseUrl = await createDatabase();
  const name = new URL(databaseUrl).pathname.slice(1);
  const client = new pg.Client(`${inject('postgresUrl')}/postgres`);
  await client.connect();
  onTestFinished(() => client.end());
  const takeAway = () =>
    // A new connection before the rename would block it.
    vi.waitFor(async () => {
      await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
      await client.query(`alter database ${name} rename to ${name}_away`);
    }, limitInMs);
  return { databaseUrl, takeAway, giveBack: () => client.query(`alter database ${name}_away rename to ${name}`) };
}

test('an event that arrived while the database went away is not sent again when it is back', async () => {
  const { databaseUrl, takeAway, giveBack } = await createRemovableDatabase();
  watchStderr();
  const receiver = await createReceiver();
  const answers: (() => void)[] = [];
  receiver.answer = (response) => void answers.push(() => response.writeHead(200).end());
  const sandbox = await startSandbox({ databaseUrl, webhookUrl: receiver.url });
  onTestFinished(async () => {
    await sandbox.close();
    await receiver.close();
  });
  const { milestoneId } = await createPayableMilestone(sandbox);
  await lead(sandbox, milestoneId, 'pay');
  await receiver.received(1);

  await takeAway();
  for (const answer of answers) answer();
  await expect(sandbox.control.clock()).rejects.toMatchObject({ status: 503 });
  await giveBack();
  await vi.waitFor(async () => {
    const { deliveries } = await sandbox.control.deliveries();
    expect(deliveries).toMatchObject([{ state: 'delivered', attempts: 1 }]);
  }, limitInMs);

  expect(receiver.events).toHaveLength(1);
});
