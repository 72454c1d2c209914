import type { Changes } from '../storage/changes.ts';
import type { Database } from '../storage/database.ts';
import { describeError } from '../storage/errors.ts';
import { insertRequests, type RequestRecord } from './insert-requests.ts';
import type { RefusalRecord } from './refusal-record.ts';

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
