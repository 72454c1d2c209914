import { createDatabase } from '@escrow-kit/suite/postgres';
import pg from 'pg';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { startSandbox } from '../../src/index.ts';
import { postgresSchema } from '../../src/storage/open-postgres.ts';
import { parentRequest } from '../support/escrow-steps.ts';
import { send } from '../support/service-api.ts';
import { watchStderr } from '../support/stderr.ts';

/** Long enough for a slow machine; ends only what hangs. */
const limitInMs = 30_000;

test('a missing database is reported to the caller and on stderr, and not as an internal error', async () => {
  const databaseUrl = await createDatabase();
  const sandbox = await startSandbox({ databaseUrl });
  onTestFinished(() => sandbox.close());
  const lines = watchStderr();
  await dropDatabase(databaseUrl);

  const answer = await send(sandbox, 'createContract', { body: parentRequest() });
  const health = sandbox.control.describe();

  expect(answer).toMatchObject({ status: 503, body: { error: 'store_unreachable' } });
  await expect(health).rejects.toMatchObject({ status: 503, message: expect.stringContaining('does not answer') });
  expect(lines.join()).toContain('error during createContract');
});

test('a connection that breaks during a call fails only that call', async () => {
  const { sandbox, client, loseAll } = await startLosable();
  watchStderr();

  await client.query(`begin; lock table ${postgresSchema}.contracts`);
  const call = send(sandbox, 'createContract', { body: parentRequest() });
  await untilLocked(client);
  await loseAll();
  const answer = await call;
  await client.query('rollback');
  const next = await send(sandbox, 'createContract', { body: parentRequest() });

  expect(answer).toMatchObject({ status: 503, body: { error: 'store_unreachable' } });
  expect(next.status).toBe(200);
});

test('a call that is refused while the database is gone is still answered', async () => {
  const databaseUrl = await createDatabase();
  const sandbox = await startSandbox({ databaseUrl });
  const lines = watchStderr();
  await dropDatabase(databaseUrl);

  // The token decides in which tenant the refusal is logged.
  const answer = await send(sandbox, 'createContract', { rawBody: 'x'.repeat(2 * 1024 * 1024) });

  expect(answer).toMatchObject({ status: 413, body: { error: 'body_too_large' } });
  expect(lines.join()).toContain('error during the writing of the request log');
  await sandbox.close();
});

/** A sandbox, a connection beside it to its database, and a way to end all connections but that one. */
async function startLosable() {
  const databaseUrl = await createDatabase();
  const sandbox = await startSandbox({ databaseUrl });
  const client = new pg.Client(databaseUrl);
  await client.connect();
  onTestFinished(async () => {
    await sandbox.close();
    await client.end();
  });
  const others = 'datname = current_database() and pid <> pg_backend_pid()';
  const loseAll = () =>
    client.query(`select pg_terminate_backend(pid, ${limitInMs}) from pg_stat_activity where ${others}`);
  return { sandbox, client, loseAll };
}

async function untilLocked(client: pg.Client): Promise<void> {
  await vi.waitFor(async () => {
    // Within a transaction the view stays as it was first read.
    await client.query('select pg_stat_clear_snapshot()');
    const waiting = "datname = current_database() and wait_event_type = 'Lock'";
    const { rowCount } = await client.query(`select 1 from pg_stat_activity where ${waiting}`);
    expect(rowCount, 'calls that wait for the lock').toBe(1);
  }, limitInMs);
}

async function dropDatabase(databaseUrl: string): Promise<void> {
  const client = new pg.Client(`${inject('postgresUrl')}/postgres`);
  await client.connect();
  await client.query(`drop database "${new URL(databaseUrl).pathname.slice(1)}" with (force)`);
  await client.end();
}
