import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';

/** Only the owner may read and write it. */
const ownersOnly = 0o600;

/**
 * Creates the file of a database if it is missing, and lets no other user of the machine read it or its log, because they hold
 * names and bank accounts. A file of another owner keeps its permissions. Throws the system's error if the file can't be
 * written.
 */
export function keepPrivate(path: string): void {
  closeSync(openSync(path, 'a', ownersOnly));
  // An older version left it readable for others.
  for (const file of [path, `${path}-wal`]) if (existsSync(file)) restrict(file);
}

function restrict(file: string): void {
  try {
    chmodSync(file, ownersOnly);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}
