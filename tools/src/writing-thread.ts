import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import { parentPort, Worker, workerData } from 'node:worker_threads';

const writesForInMs = 100;

/**
 * Resolves once another thread is writing to a SQLite file, which it creates without a write-ahead log. That thread ends its write by
 * itself, even if this thread is blocked.
 */
export async function startWritingThread(path: string): Promise<void> {
  await once(new Worker(new URL(import.meta.url), { workerData: { fileToWrite: path } }), 'message');
}

// A test may itself run in a thread.
if (workerData?.fileToWrite) {
  const database = new DatabaseSync(workerData.fileToWrite);
  database.exec('begin immediate; create table others (id integer)');
  parentPort?.postMessage('writing');
  // The other thread is blocked, so it can't signal this one.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, writesForInMs);
  database.exec('commit');
  database.close();
}
