import { createDatabase } from '@escrow-kit/suite/postgres';
import pg from 'pg';
import { expect, inject, test, vi } from 'vitest';
import { startSandbox } from '../../src/index.ts';
import { parentRequest } from '../support/escrow-steps.ts';
import { send } from '../support/service-api.ts';

test('a database that is gone is told as such, to the caller and on stderr, and is no defect', async () => {
  const databaseUrl = await createDatabase();
  const sandbox = await startSandbox({ databaseUrl });
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  await dropDatabase(databaseUrl);

  const answer = await send(sandbox, 'createContract', { body: parentRequest() });
  const health = sandbox.control.describe();

  expect(answer).toMatchObject({ status: 503, body: { error: 'store_unreachable' } });
  await expect(health).rejects.toMatchObject({ status: 503, message: expect.stringContaining('does not answer') });
  expect(stderr.mock.calls.join()).toContain('error during createContract');
  await sandbox.close();
  stderr.mockRestore();
});

async function dropDatabase(databaseUrl: string): Promise<void> {
  const client = new pg.Client(`${inject('postgresUrl')}/postgres`);
  await client.connect();
  await client.query(`drop database "${new URL(databaseUrl).pathname.slice(1)}" with (force)`);
  await client.end();
}
