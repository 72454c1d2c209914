import type { DatabaseSync } from 'node:sqlite';
import type { WebhookError } from '../errors/webhook-error.ts';
import type { IncomingEvent, InsertOutcome } from '../event/stored-event.ts';
import { createInbox, differentBody, type InboxStore, type ProcessOptions } from '../inbox/create-inbox.ts';
import type { Inbox, QuarantinedBody } from '../inbox/inbox.ts';
import { processLocally, type WriteLater } from '../processing/process-locally.ts';
import type { WorkLoop } from '../processing/work-loop.ts';
import { toNewEvent } from '../sql-inbox/rows.ts';
import { createQueries, quarantineParameters } from '../sql-inbox/statements.ts';
import { createCommitter } from './committer.ts';
import { openDatabase, storeError } from './open-database.ts';
import { createProcessingLock } from './processing-lock.ts';
import { queueNextEvent, SqliteProcessing, type SqliteTools } from './sqlite-processing.ts';
import { createRunSync, sqliteStatements as sql, sqliteDialect } from './sqlite-statements.ts';

/** Options of a SQLite inbox. */
export interface SqliteInboxOptions {
  /**
   * The database file, on a disk of this machine. It is created if it is missing, and may hold the application's own tables.
   * Two more files with its name hold the latest commits (`-wal`, `-shm`); a third one is the lock of the processing
   * (`-processing`). Only their owner can read them (0600), because events name contracts and may name people; files that others
   * could read before are closed to them, except those of another owner. If the path is a symbolic link, they are beside the file
   * that it points to. A `file:` URI is refused.
   */
  path: string;
  /**
   * How long a commit waits while another process writes the file. Default: 5000. The whole process waits, so keep no transaction
   * on this file open for long.
   */
  busyTimeoutInMs?: number;
  /** The clock. Default: the system's. Tests pass their own. */
  now?: () => Date;
}

/**
 * Registers a synchronous function to be called once the handler has resolved, in the transaction that marks the event done.
 * SQLite has one writer at a time: a transaction that stayed open while a handler awaits would keep events from being stored.
 */
export type SqliteTransaction = WriteLater<DatabaseSync>;

/**
 * An inbox in one SQLite file, for one machine, on `node:sqlite`. Every commit waits for the disk, and inserts
 * that arrive together share one. SQLite does not notice if something else overwrites or deletes its files, which loses events:
 * back them up with `vacuum into`, never by copying them. Several processes may store into one file. One of them handles the
 * events; when it stops or dies, another one that was started takes over within a second.
 * @throws WebhookError with the code `configuration` that names the option and the remedy if the file cannot be used.
 */
export function createSqliteInbox({
  path,
  busyTimeoutInMs = 5_000,
  now = () => new Date(),
}: SqliteInboxOptions): Inbox<SqliteTransaction> {
  const { database, file } = openDatabase(path, busyTimeoutInMs);
  const tools = {
    database,
    run: createRunSync(database),
    commit: createCommitter(database),
    lock: createProcessingLock(`${file}-processing`),
    now,
  };
  return createInbox(createSqliteStore(tools), now);
}

function createSqliteStore(tools: SqliteTools): InboxStore<SqliteTransaction> {
  const { database, run, commit } = tools;
  let loop: WorkLoop | undefined;

  async function change<Result>(work: () => Result): Promise<Result> {
    const result = await commit(work);
    loop?.wake();
    return result;
  }

  const queries = createQueries(sqliteDialect, async (text, parameters) => run(text, parameters));
  return {
    // createSqliteInbox has opened the file.
    async open() {},
    ...queries,
    async resume(resumedAt) {
      await queries.resume(resumedAt);
      loop?.wake();
    },
    tryWriting: () => commit(() => void run(sql.changeProbe)),
    insert: (incoming) => change(() => insert(incoming, tools)),
    quarantine: (body) => change(() => quarantine(body, tools)),
    replay: (key) => change(() => replay(key, tools)),
    deleteDone: (selection) => commit(() => run(sql.deleteDone, selection).length),
    process({ handle, settings }: ProcessOptions<SqliteTransaction>) {
      loop = processLocally({ store: new SqliteProcessing(tools, settings), handle, settings });
      return loop;
    },
    async close() {
      // Commits what is still waiting for its group.
      await commit(() => {}).catch(() => {});
      database.close();
    },
    toError: (error): WebhookError => storeError(error),
  };
}

function insert(incoming: IncomingEvent, { run, now }: SqliteTools): InsertOutcome {
  const event = toNewEvent(incoming, sqliteDialect);
  const { key, orderingKey, rawBody } = event;
  const [stored] = run<{ seq: number }>(sql.insertEvent, { ...event });
  if (stored) {
    run(sql.enqueueKey, { orderingKey, seq: stored.seq, dueAt: now() });
    return 'stored';
  }
  const [same] = run(sql.isStored, { key, rawBody });
  if (!same) run(sql.insertQuarantined, quarantineParameters(differentBody(incoming)));
  return 'duplicate';
}

function quarantine(body: QuarantinedBody, { run }: SqliteTools): void {
  run(sql.insertQuarantined, quarantineParameters(body));
}

function replay(key: string, tools: SqliteTools): boolean {
  const [revived] = tools.run<{ ordering_key: string }>(sql.revive, { key, now: tools.now() });
  if (!revived) return false;
  const [taken] = tools.run(sql.isTaken, { orderingKey: revived.ordering_key });
  // A handler in progress queues the next event when it ends.
  if (!taken) queueNextEvent(revived.ordering_key, tools);
  return true;
}
