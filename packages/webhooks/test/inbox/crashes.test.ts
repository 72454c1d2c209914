import { join } from 'node:path';
import { temporaryFolder } from '@escrow-kit/tools/temporary-folder';
import { expect, onTestFinished, test } from 'vitest';
import { createSqliteInbox } from '../../src/inbox/sqlite.ts';
import type { HandleEvent, Inbox } from '../../src/index.ts';
import { incoming } from './support/describe-inboxes.ts';
import { durableKinds, sqlite } from './support/inbox-kinds.ts';
import { killWhileHandling } from './support/processes.ts';
import { countAll, untilCounts } from './support/until.ts';

test.each(durableKinds)(
  'HOOK-4 with $name, another process takes over the event of a dead one, before the events that wait for it',
  async (kind) => {
    const { inbox, kill } = await killWhileHandling(kind, ['milestone-1']);
    const handled: unknown[] = [];

    inbox.start((event, { attempt }) => void handled.push([event.status, attempt]));
    await inbox.insert(await incoming({ contractId: 'milestone-1', status: 'COMPLETED' }));
    await kill();
    await untilCounts(inbox, { done: 2 });

    expect(handled).toEqual([
      ['PAID', 1],
      ['COMPLETED', 1],
    ]);
  },
);

/** An inbox on a file, and the file that its process would leave if it were killed. */
function start(path: string, handle: HandleEvent): { inbox: Inbox; leave(): Promise<string> } {
  const inbox = createSqliteInbox({ path }) as Inbox;
  const processing = inbox.start(handle, { attempts: 1, onError: () => {} });
  onTestFinished(async () => {
    await processing.stop({ limitInMs: 0 });
    await inbox.close();
  });
  return {
    inbox,
    async leave() {
      const left = join(temporaryFolder(), 'inbox.db');
      await sqlite.query(path, 'vacuum into ?', [left]);
      return left;
    },
  };
}

test('an event whose handler ends the process is the only dead one in the end', async () => {
  const never = new Promise<void>(() => {});
  const first = start(join(temporaryFolder(), 'inbox.db'), () => never);
  for (const contractId of ['before', 'deadly', 'after']) await first.inbox.insert(await incoming({ contractId }));
  await untilCounts(first.inbox, { processing: 3 });

  const second = start(await first.leave(), ({ milestoneId }) => (milestoneId === 'deadly' ? never : undefined));
  // Nothing is handled beside an event that may have ended the process.
  await untilCounts(second.inbox, { done: 1, processing: 1, pending: 1 });
  const { inbox } = start(await second.leave(), () => {});
  await untilCounts(inbox, { pending: 0, processing: 0 });

  expect(await countAll(inbox)).toMatchObject({ done: 2, dead: 1 });
  const lastError = 'The process ended, or lost its connection, during the attempt.';
  expect(await inbox.deadLetters()).toMatchObject([{ event: { milestoneId: 'deadly' }, attempts: 1, lastError }]);
  expect(await inbox.find({ status: 'done' })).toMatchObject([{ attempts: 1 }, { attempts: 1 }]);
});
