import { createDatabase } from '@escrow-kit/suite/postgres';
import { expect, onTestFinished, test } from 'vitest';
import { createPostgresInbox } from '../../src/postgres-inbox/create-postgres-inbox.ts';
import { incoming } from './support/events.ts';
import { startProxy } from './support/proxy.ts';
import { until, untilCounts } from './support/until.ts';

/** Short, because the tests wait for it. On a busy machine a connection may take longer, and is then tried again. */
const connectionTimeoutMillis = 300;

/** What is set on each new connection. */
const setUp = 'tcp_keepalives_idle';

test('HOOK-4 while the network is silent an insert rejects and a worker reports; both go on when it is back', async () => {
  const { inbox, fallSilentAt } = await openByProxy();
  const errors: unknown[] = [];

  fallSilentAt(setUp);
  const error = await inbox.insert(await incoming()).catch((thrown: unknown) => thrown);
  inbox.start(() => {}, { onError: (thrown) => errors.push(thrown) });
  await until(() => expect(errors).not.toEqual([]));
  fallSilentAt(undefined);
  await until(async () => inbox.insert(await incoming()));
  await untilCounts(inbox, { done: 1 });

  expect(error).toMatchObject({ code: 'inbox', message: expect.stringContaining('timeout') });
  expect(errors[0]).toMatchObject({ code: 'inbox' });
});

/** An inbox that has no open connection at present. */
async function openByProxy() {
  const { connectionString, fallSilentAt, connectionCount } = await startProxy(await createDatabase());
  const connection = { connectionString, connectionTimeoutMillis, idleTimeoutMillis: 1 };
  const inbox = createPostgresInbox({ connection, pollIntervalInMs: 20 });
  onTestFinished(() => inbox.close());
  await until(() => inbox.ready());
  await until(() => expect(connectionCount()).toBe(0));
  return { inbox, fallSilentAt };
}
