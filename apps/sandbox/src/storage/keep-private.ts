import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';

/** Its owner alone reads and writes it. */
const ownersOnly = 0o600;

/**
 * Creates the file of a database where there is none, and lets no other user of the machine read it or its log: it holds
 * what people are called and where they are paid. A file of somebody else keeps what its owner chose. Throws the error of the
 * system where the file can't be written.
 */
export function keepPrivate(path: string): void {
  closeSync(openSync(path, 'a', ownersOnly));
  // What an older version left is open to others.
  for (const file of [path, `${path}-wal`]) if (existsSync(file)) restrict(file);
}

function restrict(file: string): void {
  try {
    chmodSync(file, ownersOnly);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}
