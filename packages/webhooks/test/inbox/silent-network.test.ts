import { createDatabase } from '@escrow-kit/suite/postgres';
import { expect, onTestFinished, test } from 'vitest';
import type { Inbox } from '../../src/index.ts';
import { createPostgresInbox } from '../../src/postgres-inbox/create-postgres-inbox.ts';
import { createDeferred } from './support/deferred.ts';
import { incoming } from './support/events.ts';
import { startProxy } from './support/proxy.ts';
import { until, untilCounts } from './support/until.ts';

/** Short, because the tests wait for it. On a busy machine a connection may take longer, and is then tried again. */
const connectionTimeoutMillis = 300;

/** What is set on each new connection. */
const setUp = 'tcp_keepalives_idle';

test('HOOK-4 if the network goes silent while a connection is opened, the insert rejects, and the next one is stored', async () => {
  const { inbox, fallSilentAt } = await openByProxy();

  fallSilentAt(setUp);
  const error = await inbox.insert(await incoming()).catch((thrown: unknown) => thrown);
  fallSilentAt(undefined);

  expect(error).toMatchObject({ code: 'inbox', message: expect.stringContaining('timeout') });
  await untilStored(inbox);
});

test('if the network goes silent while a worker starts to listen, it is reported, and the events are handled when it is back', async () => {
  const { inbox, fallSilentAt } = await openByProxy();
  await untilStored(inbox);
  const reported = createDeferred();
  const errors: unknown[] = [];

  fallSilentAt(setUp);
  inbox.start(() => {}, {
    onError(error) {
      errors.push(error);
      reported.resolve();
    },
  });
  await reported.promise;
  fallSilentAt(undefined);

  expect(errors[0]).toMatchObject({ code: 'inbox' });
  await untilCounts(inbox, { done: 1 });
});

const untilStored = (inbox: Inbox): Promise<void> =>
  until(async () => expect(await inbox.insert(await incoming())).toBe('stored'));

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
