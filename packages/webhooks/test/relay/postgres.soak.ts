import { runHere } from '@escrow-kit/tools/command-line';
import { createDatabase } from '@escrow-kit/tools/postgres';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../../src/command-line.ts';
import { createPostgresInbox } from '../../src/inbox/postgres.ts';
import type { Inbox } from '../../src/index.ts';
import { incoming } from '../inbox/support/describe-inboxes.ts';
import { untilCounts } from '../inbox/support/until.ts';

test('dead events are listed and all replayed, from the schema of a relay in PostgreSQL', async () => {
  const connection = await createDatabase();
  const schema = 'relay_of_shop';
  const inbox = createPostgresInbox({ connection, schema });
  onTestFinished(() => inbox.close());
  for (const contractId of ['milestone-1', 'milestone-2']) await inbox.insert(await incoming({ contractId }));
  const fail = () => Promise.reject(new Error('no'));
  const processing = inbox.start(fail, { attempts: 1, onError: () => {} });
  await untilCounts(inbox as Inbox, { dead: 2 });
  await processing.stop();
  const run = (...command: string[]) =>
    runHere(runCommand, ['relay', ...command, '--database-url', connection, '--schema', schema]);

  const listed = await run('list');
  const replayed = await run('replay', '--dead');

  expect(listed).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^0 waiting; 2 dead; .*\n {2}dead +PA/) });
  expect(replayed).toMatchObject({ exitCode: 0, stdout: 'Replayed 2 events.\n' });
  expect(await inbox.counts()).toMatchObject({ dead: 0, pending: 2 });
});
