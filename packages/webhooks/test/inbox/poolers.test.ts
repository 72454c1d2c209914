import { startTransactionPooler } from '@escrow-kit/suite/transaction-pooler';
import { expect, onTestFinished, test } from 'vitest';
import type { PostgresTransaction } from '../../src/inbox/postgres.ts';
import type { HandleEvent, Inbox } from '../../src/index.ts';
import { createInboxForTests, emptyDatabase } from './support/empty-database.ts';
import { incoming } from './support/events.ts';
import { countAll, untilCounts } from './support/until.ts';

/** Fewer than the handlers that may run, so that every session is shared. */
const connections = 3;
const milestones = Array.from({ length: 12 }, (_, index) => `milestone-${index}`);
const eventsPerMilestone = 10;

/** Stores events of a milestone, one after the other, in either inbox. Resolves with their keys in this order. */
async function insertInOrder(milestone: string, inboxes: readonly Inbox<PostgresTransaction>[]): Promise<string[]> {
  const keys: string[] = [];
  for (let index = 0; index < eventsPerMilestone; index += 1) {
    const event = await incoming({ contractId: milestone, referenceId: `reference-${index}` });
    await inboxes[index % inboxes.length]?.insert(event);
    keys.push(event.key);
  }
  return keys;
}

test.each([
  { title: 'passes on the names of statements', stripsStatementNames: false },
  { title: 'strips the names of statements', stripsStatementNames: true },
])(
  'HOOK-7 behind a transaction pooler that $title, two processes handle each event once and in order',
  async ({ stripsStatementNames }) => {
    const { connection, pool } = await emptyDatabase();
    const pooler = await startTransactionPooler(connection, { connections, stripsStatementNames });
    const inboxes = [1, 2].map(() => createInboxForTests({ connection: pooler.connectionString }));
    onTestFinished(async () => {
      await Promise.all(inboxes.map((inbox) => inbox.close()));
    });
    const thrown: unknown[] = [];
    const errors: unknown[] = [];
    const handle: HandleEvent<PostgresTransaction> = async ({ milestoneId, referenceId }, context) => {
      const { key, attempt, transaction } = context;
      await transaction.query('insert into notes (text) values ($1)', [`${milestoneId} ${key}`]);
      // Long enough for the other process to look for work meanwhile.
      await transaction.query('select pg_sleep(0.03)');
      if (attempt > 1 || !referenceId?.endsWith('5')) return;
      const error = new Error('thrown on purpose');
      thrown.push(error);
      throw error;
    };

    for (const inbox of inboxes) {
      await inbox.ready();
      inbox.start(handle, { firstDelayInMs: 20, onError: (error) => errors.push(error) });
    }
    const stored = await Promise.all(milestones.map((milestone) => insertInOrder(milestone, inboxes)));
    await untilCounts(inboxes[0] as Inbox, { pending: 0, processing: 0 });

    const { rows } = await pool.query<{ text: string }>('select text from notes order by id');
    const handled = milestones.map((milestone) =>
      rows.flatMap(({ text }) => (text.startsWith(`${milestone} `) ? text.slice(milestone.length + 1) : [])),
    );
    expect(handled).toEqual(stored);
    expect(thrown).toHaveLength(milestones.length);
    expect(errors.filter((error) => !thrown.includes(error))).toEqual([]);
    expect(await countAll(inboxes[0] as Inbox)).toMatchObject({
      dead: 0,
      done: milestones.length * eventsPerMilestone,
    });
  },
);
