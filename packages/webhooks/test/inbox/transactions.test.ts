import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createDatabase } from '@escrow-kit/suite/postgres';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { HandleEvent, Inbox } from '../../src/index.ts';
import { createMemoryInbox, type MemoryTransaction } from '../../src/memory-inbox/create-memory-inbox.ts';
import type { PostgresTransaction } from '../../src/postgres-inbox/create-postgres-inbox.ts';
import { createSqliteInbox, type SqliteTransaction } from '../../src/sqlite-inbox/create-sqlite-inbox.ts';
import { createInboxForTests, emptyDatabase } from './support/empty-database.ts';
import { incoming } from './support/events.ts';
import { untilCounts } from './support/until.ts';

describe('a handler that misuses its SQLite transaction fails, and its event is retried', () => {
  /** Handles one event in one attempt; resolves with the error and what was written. */
  async function handleOnce(handle: HandleEvent<SqliteTransaction>) {
    const folder = mkdtempSync(join(tmpdir(), 'escrow-inbox-'));
    const path = join(folder, 'inbox.db');
    const inbox = createSqliteInbox({ path });
    const database = new DatabaseSync(path);
    onTestFinished(async () => {
      await inbox.close();
      database.close();
      rmSync(folder, { recursive: true });
    });
    database.exec('create table notes (text text)');
    await inbox.insert(await incoming());
    inbox.start(handle, { attempts: 1 });
    await untilCounts(inbox, { dead: 1 });
    const [dead] = await inbox.deadLetters();
    return { lastError: dead?.lastError, notes: database.prepare('select text from notes').all() };
  }

  test('if it is async', async () => {
    const { lastError, notes } = await handleOnce((_event, { transaction }) => {
      transaction(async (database) => {
        database.exec(`insert into notes values ('too early')`);
        await Promise.resolve();
      });
    });

    expect(lastError).toContain('must not be async');
    expect(notes).toEqual([]);
  });

  test('if the database refuses a write', async () => {
    const { lastError, notes } = await handleOnce((_event, { transaction }) => {
      transaction((database) => database.exec(`insert into notes values ('first')`));
      transaction((database) => database.exec('insert into missing values (1)'));
    });

    expect(lastError).toContain('no such table');
    expect(notes).toEqual([]);
  });

  test('if it ends the transaction', async () => {
    const { lastError, notes } = await handleOnce((_event, { transaction }) => {
      transaction((database) => database.exec(`insert into notes values ('mine'); rollback`));
    });

    expect(lastError).toContain('transaction ended early');
    expect(notes).toEqual([]);
  });

  test('if it uses the transaction after its end', async () => {
    let late: SqliteTransaction | undefined;
    await handleOnce((_event, { transaction }) => {
      late = transaction;
      throw new Error('no');
    });

    expect(() => late?.(() => {})).toThrow('has ended');
  });
});

describe('in memory', () => {
  async function handleOnce<Database>(database: Database, handle: HandleEvent<MemoryTransaction<Database>>) {
    const inbox = createMemoryInbox({ database });
    onTestFinished(() => inbox.close());
    await inbox.insert(await incoming());
    inbox.start(handle, { attempts: 1 });
    await untilCounts(inbox as Inbox, { pending: 0, processing: 0 });
    return (await inbox.find())[0];
  }

  test('a handler for SQLite writes to the database of the inbox', async () => {
    const database = new DatabaseSync(':memory:');
    database.exec('create table notes (text text)');
    const handle: HandleEvent<SqliteTransaction> = (event, { transaction }) => {
      transaction((given) => {
        given.prepare('insert into notes values (?)').run(event.milestoneId ?? '');
      });
    };

    expect(await handleOnce(database, handle)).toMatchObject({ status: 'done' });

    expect(database.prepare('select text from notes').all()).toEqual([{ text: 'milestone-1' }]);
  });

  test('an async function for the transaction fails the attempt, and does not end the process', async () => {
    const handled = await handleOnce(undefined, (_event, { transaction }) => {
      transaction(async () => Promise.reject(new Error('too late')));
    });

    expect(handled).toMatchObject({ status: 'dead', lastError: expect.stringContaining('must not be async') });
    // An unhandled rejection would end the test run.
    await new Promise(setImmediate);
  });

  test('a function for the transaction that throws fails the attempt', async () => {
    const handled = await handleOnce(undefined, (_event, { transaction }) => {
      transaction(() => {
        throw new Error('no space');
      });
    });

    expect(handled).toMatchObject({ status: 'dead', lastError: 'no space' });
  });
});

describe('in PostgreSQL', () => {
  async function open() {
    const { connection, pool } = await emptyDatabase();
    const inbox = createInboxForTests({ connection });
    onTestFinished(() => inbox.close());
    return { inbox, pool };
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

  test('if the connection of a handler breaks, its work is rolled back, and the event is retried', async () => {
    const { inbox, pool } = await open();
    const errors: unknown[] = [];
    await inbox.insert(await incoming());

    inbox.start(
      async (_event, { transaction, attempt }) => {
        await transaction.query(`insert into notes (text) values ('attempt ${attempt}')`);
        if (attempt > 1) return;
        const { rows } = await transaction.query('select pg_backend_pid() as pid');
        await pool.query('select pg_terminate_backend($1)', [rows[0].pid]);
      },
      { onError: (error) => errors.push(error) },
    );
    await untilCounts(inbox, { done: 1 });

    expect((await pool.query('select text from notes')).rows).toEqual([{ text: 'attempt 2' }]);
    expect(errors).not.toEqual([]);
  });

  test('if the connection of a handler ends, its signal aborts at once, and the event is retried', async () => {
    const { inbox, pool } = await open();
    const reasons: unknown[] = [];
    await inbox.insert(await incoming());

    inbox.start(
      async (_event, { transaction, attempt, signal }) => {
        if (attempt > 1) return;
        signal.addEventListener('abort', () => reasons.push(signal.reason));
        const { rows } = await transaction.query('select pg_backend_pid() as pid');
        await pool.query('select pg_terminate_backend($1)', [rows[0].pid]);
        // Waits forever for something other than the database.
        await new Promise(() => {});
      },
      { firstDelayInMs: 1 },
    );
    await untilCounts(inbox, { done: 1 });

    expect(reasons).toMatchObject([{ message: 'The database connection of the handler ended.' }]);
    expect(await inbox.find()).toMatchObject([{ attempts: 2 }]);
  });

  test('an event that breaks its connection at each attempt is dead after the last one, and says why', async () => {
    const { inbox, pool } = await open();
    await inbox.insert(await incoming());
    await inbox.insert(await incoming({ status: 'COMPLETED' }));

    inbox.start(
      async (event, { transaction }) => {
        if (event.status === 'COMPLETED') return;
        const { rows } = await transaction.query('select pg_backend_pid() as pid');
        await pool.query('select pg_terminate_backend($1)', [rows[0].pid]);
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
    await pool.query(
      "update escrow_webhooks.events set status = 'processing', attempts = 2, retry_at = now() + interval '1 hour'",
    );
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
