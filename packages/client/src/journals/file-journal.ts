import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { EscrowError, type JournalEntry, type ListableJournal } from '../index.ts';
import { isText } from '../rules/guards.ts';
import { conflict, damaged, damagedIn, keysToPrune, parseEntry, pendingStepsIn, type ReadEntry } from './entries.ts';
import { keyOf, nameOf } from './file-names.ts';

/** At most 15 digits: a number with more is no revision, and not counted exactly. */
const revisionOf = (file: string): number => Number(/^([1-9]\d{0,14})\.json$/.exec(file)?.[1] ?? 0);

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder, and needs no sync of it.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Creates a folder, for its owner alone, so that it, and each of those above it that was missing, survives a crash. */
async function makeFolderDurably(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (!first) return;
  let created = folder;
  while (created.length >= first.length) {
    created = dirname(created);
    await syncFolder(created);
  }
}

/** The names in a folder; none where it is missing. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

async function lastRevisionIn(folder: string): Promise<number> {
  return Math.max(0, ...(await namesIn(folder)).map(revisionOf));
}

/** What a system call fails with where a file stands in place of a folder, or the other way round. */
const codesOfWrongKind: readonly unknown[] = ['ENOTDIR', 'EISDIR'];

async function loadFrom(folder: string, key: string): Promise<JournalEntry | undefined> {
  try {
    const revision = await lastRevisionIn(folder);
    if (revision === 0) return undefined;
    const file = join(folder, `${revision}.json`);
    return parseEntry(key, await readFile(file, 'utf8'), file);
  } catch (error) {
    if (!codesOfWrongKind.includes((error as NodeJS.ErrnoException).code)) throw error;
    throw damaged(key, `${folder} is not a folder of files`, error);
  }
}

async function saveTo(folder: string, key: string, entry: JournalEntry): Promise<void> {
  await makeFolderDurably(folder);
  if ((await lastRevisionIn(folder)) !== entry.revision - 1) throw conflict(key);
  const draft = join(folder, `${randomUUID()}.draft`);
  try {
    await writeDurably(draft, JSON.stringify(entry));
    // Unlike a rename, a link fails where the file is there already: of two processes one wins.
    await link(draft, join(folder, `${entry.revision}.json`));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw conflict(key);
  } finally {
    // One that is left behind, as by a crash, is never read.
    await unlink(draft).catch(() => {});
  }
  await syncFolder(folder);
}

/** Removes the folder of a key, or a damaged file in its place. A rename first: what a crash leaves behind is no entry any more. */
async function removeDurably(root: string, name: string): Promise<void> {
  const removed = join(root, `${randomUUID()}.removed`);
  try {
    await rename(join(root, name), removed);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  await syncFolder(root);
  await rm(removed, { recursive: true, force: true });
}

/** What a system call fails with where this process, or all of them, have too many files open: no fault of the entry. */
const codesOfTooManyFiles: readonly unknown[] = ['EMFILE', 'ENFILE'];

/** Why an entry cannot be read; undefined if another process has removed it meanwhile. */
async function problemOf(error: unknown, { folder, key }: { folder: string; key: string }) {
  if (error instanceof EscrowError) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (codesOfTooManyFiles.includes(code)) throw error;
  if (code === 'ENOENT' && (await lastRevisionIn(folder)) === 0) return undefined;
  return damaged(key, `${folder} cannot be read`, error);
}

/** Reads one entry after another, so that a folder of any size takes few open files. */
async function readAll(root: string): Promise<ReadEntry[]> {
  const entries: ReadEntry[] = [];
  for (const name of await namesIn(root)) {
    const key = keyOf(name);
    if (key === undefined) continue;
    const folder = join(root, name);
    try {
      const entry = await loadFrom(folder, key);
      if (entry) entries.push({ key, entry });
    } catch (cause) {
      // One that is damaged hides no other.
      const error = await problemOf(cause, { folder, key });
      if (error) entries.push({ key, error });
    }
  }
  return entries;
}

/**
 * A journal in files: a folder for each key, a file for each revision, each written whole and synced before it counts.
 * Revisions are kept, so that two processes can never both write the same one. What is created is for the owner alone: folders
 * have the mode 0700, files 0600. A folder that is there already keeps its mode. `listPendingSteps`,
 * `listDamaged` and `prune` read the folders of all keys.
 * @param folder Where the journals are kept, on a disk of this machine; created where it is missing.
 * @throws EscrowError `configuration` where the folder is not named.
 */
export function createFileJournal(folder: string): ListableJournal {
  if (!isText(folder))
    throw new EscrowError('configuration', 'createFileJournal made no journal: give it the path of a folder.');
  const root = resolve(folder);
  return {
    load: async (key) => loadFrom(join(root, nameOf(key)), key),
    save: async (key, entry) => saveTo(join(root, nameOf(key)), key, entry),
    listPendingSteps: async () => pendingStepsIn(await readAll(root)),
    listDamaged: async () => damagedIn(await readAll(root)),
    forget: async (key) => removeDurably(root, nameOf(key)),
    async prune(retention) {
      const keys = keysToPrune(await readAll(root), retention);
      for (const key of keys) await removeDurably(root, nameOf(key));
      return keys.length;
    },
  };
}
