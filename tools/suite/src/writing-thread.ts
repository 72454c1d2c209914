import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import { parentPort, Worker, workerData } from 'node:worker_threads';

const writesForInMs = 100;

/**
 * Resolves once another thread is writing to a SQLite file. That thread ends the write on its own, even while this thread is
 * blocked. It creates the file, without a write-ahead log.
 */
export async function startWritingThread(path: string): Promise<void> {
  await once(new Worker(new URL(import.meta.url), { workerData: { fileToWrite: path } }), 'message');
}

// A test may itself run in a thread.
if (workerData?.fileToWrite) {
  const database = new DatabaseSync(workerData.fileToWrite);
  database.exec('begin immediate; create table others (id integer)');
  parentPort?.postMessage('writing');
  // The other thread is blocked while it waits, so it can't signal that it does.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, writesForInMs);
  database.exec('commit');
  database.close();
}
