import { defaultTenantId } from '../domain/tenants/insert-tenant.ts';
import { defaultSettings } from '../domain/tenants/tenant.ts';
import { writeError } from '../problems/write-error.ts';
import type { Database, Db } from '../storage/database.ts';
import { inBatches } from '../storage/sql.ts';
import { type RefusalRecord, type RequestRecord, toRow } from './record.ts';

/** The request log. It is written a moment after the changes of a request are committed. */
export interface RequestLog {
  /** Adds a request, which is written soon, together with others. Waits only if writing can't keep up. */
  add(record: RequestRecord | RefusalRecord): Promise<void>;
  /** Resolves when everything that was added is written. */
  flush(): Promise<void>;
}

/** What calls, pages and the control API of a sandbox share. */
export interface SandboxContext {
  db: Database;
  /** The system's time in milliseconds since 1970, from which the tenants' clocks are read. */
  systemNow: () => number;
  /** The address of this sandbox, without a trailing slash. */
  publicUrl: string;
  requestLog: RequestLog;
}

/** The most requests in the queue before `add` waits. */
const longestQueue = 1000;

/** Creates the log that the parts of a sandbox share. */
export function createRequestLog(db: Database): RequestLog {
  let queue: (RequestRecord | RefusalRecord)[] = [];
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const records = queue;
    queue = [];
    if (records.length === 0) return;
    try {
      await insertRequests(db, records);
    } catch (error) {
      writeError(error, { during: 'the writing of the request log' });
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

/** Writes requests to the log, without secrets and personal data, and sometimes removes the oldest ones. */
async function insertRequests(db: Db, records: readonly (RequestRecord | RefusalRecord)[]): Promise<void> {
  for (const batch of inBatches(records)) await db.insertInto('requests').values(batch.map(toRow)).execute();
  for (const [tenantId, own] of Map.groupBy(records, ({ tenant }) => tenant?.id ?? defaultTenantId)) {
    const { requestLogLimit: limit } = own[0]?.tenant?.settings ?? defaultSettings;
    if (Math.random() * shareOfLimit * limit < own.length) await deleteOldest(db, { tenantId, limit });
  }
}

/**
 * The log is trimmed about once in such a part of its limit: seldom enough to cost little, and often enough that no answer waits
 * long for it.
 */
const shareOfLimit = 0.01;

/** Removes the oldest requests of a tenant, so that `limit` are left. */
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
