import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type Doubt, EscrowError, type JournalEntry, type ListableJournal } from '../index.ts';
import { isText } from '../rules/guards.ts';
import { conflict, doubtsOf, inOrder, parseEntry } from './entries.ts';
import { keyOf, nameOf } from './file-names.ts';

const revisionOf = (file: string): number => Number(/^(\d+)\.json$/.exec(file)?.[1] ?? 0);

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

async function loadFrom(folder: string): Promise<JournalEntry | undefined> {
  const revision = await lastRevisionIn(folder);
  if (revision === 0) return undefined;
  const file = join(folder, `${revision}.json`);
  return parseEntry(file, await readFile(file, 'utf8'));
}

async function saveTo(folder: string, key: string, entry: JournalEntry): Promise<void> {
  await makeFolderDurably(folder);
  if ((await lastRevisionIn(folder)) !== entry.revision - 1) throw conflict(key);
  const draft = join(folder, `${randomUUID()}.draft`);
  await writeDurably(draft, JSON.stringify(entry));
  try {
    // Unlike a rename, a link fails where the file is there already: of two processes one wins.
    await link(draft, join(folder, `${entry.revision}.json`));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw conflict(key);
  } finally {
    await unlink(draft);
  }
  await syncFolder(folder);
}

/** Reads one entry after another, so that a folder of any size takes few open files. */
async function listDoubtsIn(folder: string): Promise<Doubt[]> {
  const doubts: Doubt[] = [];
  for (const name of await namesIn(folder)) {
    const key = keyOf(name);
    const entry = key === undefined ? undefined : await loadFrom(join(folder, name));
    if (key !== undefined && entry) doubts.push(...doubtsOf(key, entry));
  }
  return inOrder(doubts);
}

/**
 * A journal in files: a folder for each key, a file for each revision, each written whole and synced before it counts.
 * Revisions are kept, so that two processes can never both write the same one. What is created is for the owner alone: folders
 * have the mode 0700, files 0600. A folder that is there already keeps its mode. `listDoubts` reads the folders of all keys.
 * @param folder Where the journals are kept, on a disk of this machine; created where it is missing.
 * @throws EscrowError `configuration` where the folder is not named.
 */
export function createFileJournal(folder: string): ListableJournal {
  if (!isText(folder))
    throw new EscrowError('configuration', 'createFileJournal made no journal: give it the path of a folder.');
  const root = resolve(folder);
  return {
    load: async (key) => loadFrom(join(root, nameOf(key))),
    save: async (key, entry) => saveTo(join(root, nameOf(key)), key, entry),
    listDoubts: () => listDoubtsIn(root),
  };
}
