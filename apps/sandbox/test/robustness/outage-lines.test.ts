import { startPostgres } from '@escrow-kit/suite/start-postgres';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startService } from '../../src/start-service.ts';
import { parentRequest } from '../support/escrow-steps.ts';
import { send } from '../support/service-api.ts';
import { watchStderr } from '../support/stderr.ts';

const callers = 8;
const refusalsOfOutage = 200;
const limitInMs = 30_000;

test('an outage of the database under load takes a line for each kind of work, and another with the count when it is over', async () => {
  const postgres = await startPostgres();
  onTestFinished(() => postgres.stop());
  const { sandbox, service } = await startService({ databaseUrl: await postgres.createDatabase() });
  onTestFinished(() => sandbox.close());
  const lines = watchStderr();
  const statuses: number[] = [];
  let isOver = false;
  const load = Promise.all(
    Array.from({ length: callers }, async () => {
      while (!isOver) statuses.push((await send(sandbox, 'createContract', { body: parentRequest() })).status);
    }),
  );
  const count = (status: number) => statuses.filter((each) => each === status).length;
  const until = (status: number, more: number) => {
    const wanted = count(status) + more;
    return vi.waitFor(() => expect(count(status)).toBeGreaterThanOrEqual(wanted), limitInMs);
  };

  await until(200, 10);
  await postgres.pause();
  await until(503, refusalsOfOutage);
  service.wake();
  await vi.waitFor(() => expect(lines).toHaveLength(3), limitInMs);
  await postgres.resume();
  await until(200, 10);
  isOver = true;
  await load;
  await sandbox.close();

  const failures = count(503);
  expect(lines.toSorted()).toEqual([
    expect.stringMatching(/^error during createContract, request_\w+: .*: the database does not answer\. /),
    expect.stringMatching(/^error during the writing of the request log: .*: the database does not answer\. /),
    expect.stringMatching(/^error during what is due automatically: .*: the database does not answer\. /),
    expect.stringContaining(`requests: ${failures} failed within`),
    expect.stringMatching(/^the request log: \d+ failed within [\d.]+ s, because the database did not answer\. /),
    expect.stringMatching(/^webhook deliveries and scheduled moves: \d+ failed within/),
  ]);
});
