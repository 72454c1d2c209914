import { randomInt } from 'node:crypto';
import { defaultTenantId } from '../domain/tenants/ensure-default-tenant.ts';
import { defaultSettings } from '../domain/tenants/settings.ts';
import type { Changes } from '../storage/changes.ts';
import type { Database, Db } from '../storage/database.ts';
import { describeError } from '../storage/errors.ts';
import { inBatches } from '../storage/sql.ts';
import { type RefusalRecord, type RequestRecord, toRow } from './record.ts';

/** The request log of one process. What requests change is committed before; the log follows a moment later. */
export interface RequestLog {
  /** Takes a request to be written soon, together with others. Waits only where writing can't keep up. */
  add(record: RequestRecord | RefusalRecord): Promise<void>;
  /** Resolves when everything that was added is written. */
  flush(): Promise<void>;
}

/** So many requests may wait to be written before the next one has to wait as well. */
const longestQueue = 1000;

/** Creates the log that the parts of a sandbox share. It tells whoever watches when it has grown. */
export function createRequestLog(db: Database, changes: Changes): RequestLog {
  let queue: (RequestRecord | RefusalRecord)[] = [];
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const records = queue;
    queue = [];
    if (records.length === 0) return;
    try {
      await insertRequests(db, records);
      changes.tell();
    } catch (error) {
      process.stderr.write(`${describeError(error, 'the writing of the request log')}\n`);
    }
  }

  function flush(): Promise<void> {
    writing = writing.then(write);
    return writing;
  }

  return {
    async add(record) {
      queue.push(record);
      if (queue.length === 1) setImmediate(flush);
      if (queue.length >= longestQueue) await flush();
    },
    flush,
  };
}

/** Writes requests to the log, without what is secret or personal, and now and then removes the oldest ones. */
async function insertRequests(db: Db, records: readonly (RequestRecord | RefusalRecord)[]): Promise<void> {
  for (const batch of inBatches(records)) await db.insertInto('requests').values(batch.map(toRow)).execute();
  for (const { tenant } of records) {
    const { requestLogLimit } = tenant?.settings ?? defaultSettings;
    await trimRequests(db, { tenantId: tenant?.id ?? defaultTenantId, limit: requestLogLimit });
  }
}

/**
 * The log is trimmed once in so many requests as are this part of the limit: seldom enough that it costs little, and often
 * enough that no answer waits long for it.
 */
const shareOfLimit = 0.01;

/** How many requests each tenant may log before its log is trimmed again, in this process. */
const untilTrim = new WeakMap<object, Map<string, number>>();

/** Removes the oldest requests of a tenant, so that about `limit` are left. Mostly does nothing. */
async function trimRequests(db: Db, { tenantId, limit }: { tenantId: string; limit: number }): Promise<void> {
  const counts = untilTrim.get(db) ?? new Map<string, number>();
  untilTrim.set(db, counts);
  const interval = Math.max(1, Math.floor(limit * shareOfLimit));
  // The first count is drawn, so that processes that end early trim as often as those that run for long.
  const left = Math.min(counts.get(tenantId) ?? randomInt(interval), interval) - 1;
  counts.set(tenantId, left <= 0 ? interval : left);
  if (left > 0) return;
  await deleteOldest(db, { tenantId, limit });
}

async function deleteOldest(db: Db, { tenantId, limit }: { tenantId: string; limit: number }): Promise<void> {
  const newestToGo = await db
    .selectFrom('requests')
    .where('tenantId', '=', tenantId)
    .orderBy('id', 'desc')
    .offset(limit)
    .limit(1)
    .select('id')
    .executeTakeFirst();
  if (!newestToGo) return;
  await db.deleteFrom('requests').where('tenantId', '=', tenantId).where('id', '<=', newestToGo.id).execute();
}
