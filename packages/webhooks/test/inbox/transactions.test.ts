import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createDatabase } from '@escrow-kit/suite/postgres';
import type { Pool } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createMemoryInbox } from '../../src/inbox/memory.ts';
import type { PostgresTransaction } from '../../src/inbox/postgres.ts';
import { createSqliteInbox, type SqliteTransaction } from '../../src/inbox/sqlite.ts';
import type { HandleEvent, Inbox } from '../../src/index.ts';
import { createFolder } from '../support/create-folder.ts';
import { createInboxForTests, emptyDatabase } from './support/empty-database.ts';
import { incoming } from './support/events.ts';
import { untilCounts } from './support/until.ts';

/** The inboxes whose handlers write to a `DatabaseSync` after they have resolved. */
const localKinds = [
  { name: 'SQLite', create: (path: string) => createSqliteInbox({ path }), rollsBack: true },
  {
    name: 'memory',
    create: (path: string) => createMemoryInbox({ database: new DatabaseSync(path) }),
    rollsBack: false,
  },
];

describe.each(localKinds)('with the $name inbox', ({ create, rollsBack }) => {
  /** Handles one event in one attempt; resolves with the stored event and what was written. */
  async function handleOnce(handle: HandleEvent<SqliteTransaction>) {
    const path = join(createFolder(), 'inbox.db');
    const inbox = create(path);
    const database = new DatabaseSync(path);
    onTestFinished(async () => {
      await inbox.close();
      database.close();
    });
    database.exec('create table notes (text text)');
    await inbox.insert(await incoming());
    inbox.start(handle, { attempts: 1 });
    await untilCounts(inbox as Inbox, { pending: 0, processing: 0 });
    const [event] = await inbox.find();
    return { event, notes: database.prepare('select text from notes').all() };
  }

  test('an async write fails the attempt, and its rejection does not end the process', async () => {
    const { event } = await handleOnce((_event, { transaction }) => {
      transaction(async (database) => {
        await Promise.resolve();
        database.exec('insert into missing values (1)');
      });
    });

    expect(event).toMatchObject({ status: 'dead', lastError: expect.stringContaining('must not be async') });
    // An unhandled rejection would end the test run.
    await new Promise(setImmediate);
  });

  test('a write that the database refuses fails the attempt', async () => {
    const { event, notes } = await handleOnce((_event, { transaction }) => {
      transaction((database) => database.exec(`insert into notes values ('first')`));
      transaction((database) => database.exec('insert into missing values (1)'));
    });

    expect(event).toMatchObject({ status: 'dead', lastError: expect.stringContaining('no such table') });
    expect(notes).toEqual(rollsBack ? [] : [{ text: 'first' }]);
  });

  test('a transaction takes no write once its handler has ended', async () => {
    let late: SqliteTransaction | undefined;
    await handleOnce((_event, { transaction }) => {
      late = transaction;
      throw new Error('no');
    });

    expect(() => late?.(() => {})).toThrow('has ended');
  });

  test.runIf(rollsBack)('a handler that ends the transaction fails', async () => {
    const { event, notes } = await handleOnce((_event, { transaction }) => {
      transaction((database) => database.exec(`insert into notes values ('mine'); rollback`));
    });

    expect(event).toMatchObject({ status: 'dead', lastError: expect.stringContaining('transaction ended early') });
    expect(notes).toEqual([]);
  });
});

describe('in PostgreSQL', () => {
  async function open() {
    const { connection, pool } = await emptyDatabase();
    const inbox = createInboxForTests({ connection });
    onTestFinished(() => inbox.close());
    return { inbox, pool };
  }

  async function breakConnection(transaction: PostgresTransaction, pool: Pool): Promise<void> {
    const { rows } = await transaction.query('select pg_backend_pid() as pid');
    await pool.query('select pg_terminate_backend($1)', [rows[0].pid]);
  }

  const handleOrFail: HandleEvent<PostgresTransaction> = async (_event, { transaction, attempt }) => {
    await transaction.query(`insert into notes (text) values ('attempt ${attempt}')`);
    if (attempt === 1) await transaction.query('insert into missing values (1)').catch(() => {});
  };

  test('a handler that continues after a failed statement fails, and its event is retried', async () => {
    const { inbox, pool } = await open();
    await inbox.insert(await incoming());

    inbox.start(handleOrFail, { firstDelayInMs: 1 });
    await untilCounts(inbox, { done: 1 });

    expect((await pool.query('select text from notes')).rows).toEqual([{ text: 'attempt 2' }]);
  });

  test('if the connection of a handler ends, its signal aborts, its work is rolled back, and the event retried', async () => {
    const { inbox, pool } = await open();
    const reasons: unknown[] = [];
    await inbox.insert(await incoming());

    inbox.start(
      async (_event, { transaction, attempt, signal }) => {
        await transaction.query(`insert into notes (text) values ('attempt ${attempt}')`);
        if (attempt > 1) return;
        signal.addEventListener('abort', () => reasons.push(signal.reason));
        await breakConnection(transaction, pool);
        // Waits forever for something other than the database.
        await new Promise(() => {});
      },
      { firstDelayInMs: 1 },
    );
    await untilCounts(inbox, { done: 1 });

    const reason = 'terminating connection due to administrator command';
    expect(reasons).toMatchObject([{ message: `The database connection of the handler ended: ${reason}.` }]);
    expect((await pool.query('select text from notes')).rows).toEqual([{ text: 'attempt 2' }]);
  });

  test('an event that breaks its connection at each attempt is dead after the last one, and says why', async () => {
    const { inbox, pool } = await open();
    await inbox.insert(await incoming());
    await inbox.insert(await incoming({ status: 'COMPLETED' }));

    inbox.start(
      async (event, { transaction }) => {
        if (event.status === 'COMPLETED') return;
        await breakConnection(transaction, pool);
        await transaction.query('select 1');
      },
      { attempts: 3, firstDelayInMs: 1 },
    );
    await untilCounts(inbox, { done: 1, dead: 1 });

    expect(await inbox.deadLetters()).toMatchObject([
      { attempts: 3, lastError: expect.stringMatching(/terminat|connection/i) },
    ]);
  });

  test('the event of a dead process is handled at once, even if the clock of that process was ahead', async () => {
    const { inbox, pool } = await open();
    await inbox.insert(await incoming());
    await pool.query("update escrow_webhooks.events set status = 'processing', attempts = 2, retry_at = $1", [
      Date.now() + 3_600_000,
    ]);
    const attempts: number[] = [];

    inbox.start((_event, { attempt }) => {
      attempts.push(attempt);
    });
    await untilCounts(inbox, { done: 1 });

    expect(attempts).toEqual([2]);
  });

  test('events are stored in the given schemas', async () => {
    const connection = await createDatabase();
    const inboxes = ['shop', 'stall'].map((schema) => createInboxForTests({ connection, schema }));
    onTestFinished(async () => {
      await Promise.all(inboxes.map((inbox) => inbox.close()));
    });
    const handled: string[] = [];
    for (const [index, inbox] of inboxes.entries()) {
      await inbox.insert(await incoming());
      inbox.start(() => {
        handled.push(`inbox ${index}`);
      });
    }

    await Promise.all(inboxes.map((inbox) => untilCounts(inbox, { done: 1 })));

    expect(handled.toSorted()).toEqual(['inbox 0', 'inbox 1']);
  });
});
