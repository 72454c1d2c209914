import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { DamagedEntry } from '../flows/journal.ts';
import { EscrowError, type JournalEntry, type ListableJournal } from '../index.ts';
import { isText } from '../json.ts';
import { conflict, damaged, type StoredEntry, toListableJournal } from './entries.ts';

/** File systems accept no longer names. */
const longestNameInCharacters = 250;

const prefix = 'key-';

/**
 * The name of the folder of a key.
 * @throws EscrowError `journal` if the key cannot name a folder.
 */
function nameOf(key: string): string {
  try {
    const name = `${prefix}${encodeURIComponent(key)}`;
    if (name.length <= longestNameInCharacters) return name;
  } catch {
    // A lone surrogate cannot be encoded.
  }
  throw new EscrowError(
    'journal',
    'The key of the flow cannot name a folder: use a shorter one with ordinary characters.',
  );
}

/** The key in the name of a folder; undefined if the folder is not ours. */
function keyOf(name: string): string | undefined {
  try {
    const key = decodeURIComponent(name.slice(prefix.length));
    return nameOf(key) === name ? key : undefined;
  } catch {
    return undefined;
  }
}

/** The revision in the name of a file; 0 if it has none. A number of more than 15 digits is not exact, so not a revision. */
const revisionOf = (file: string): number => Number(/^([1-9]\d{0,14})\.json$/.exec(file)?.[1] ?? 0);

/** The code of a system error. */
const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders, and needs no sync of them.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Creates a folder and its missing parents, only for their owner, so that they survive a crash. */
async function makeFolderDurably(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let created = folder; created !== dirname(first); created = dirname(created)) await syncFolder(dirname(created));
}

/** The names in a folder; none if it does not exist. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

async function lastRevisionIn(folder: string): Promise<number> {
  return Math.max(0, ...(await namesIn(folder)).map(revisionOf));
}

/** The codes of system errors for too many open files, which is not a fault of the entry. */
const codesOfTooManyFiles: readonly unknown[] = ['EMFILE', 'ENFILE'];

async function findIn(folder: string, key: string): Promise<StoredEntry | undefined> {
  try {
    const revision = await lastRevisionIn(folder);
    if (revision === 0) return undefined;
    const place = join(folder, `${revision}.json`);
    return { key, text: await readFile(place, 'utf8'), place };
  } catch (error) {
    // Another process may have just removed it.
    if (codeOf(error) === 'ENOENT' && (await lastRevisionIn(folder)) === 0) return undefined;
    if (codesOfTooManyFiles.includes(codeOf(error))) throw error;
    throw damaged(key, `${folder} cannot be read`, error);
  }
}

async function saveTo(folder: string, key: string, entry: JournalEntry): Promise<void> {
  await makeFolderDurably(folder);
  if ((await lastRevisionIn(folder)) !== entry.revision - 1) throw conflict(key);
  const draft = join(folder, `${randomUUID()}.draft`);
  try {
    await writeFile(draft, JSON.stringify(entry), { flag: 'wx', mode: 0o600, flush: true });
    // Unlike a rename, a link fails if the file exists, so only one of two processes succeeds.
    await link(draft, join(folder, `${entry.revision}.json`));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    throw conflict(key);
  } finally {
    // A crash may leave a draft behind. It is never read.
    await unlink(draft).catch(() => {});
  }
  await syncFolder(folder);
}

/** Removes the folder of a key, or a file in its place. Renames it first: after a crash, the rest does not look like an entry. */
async function removeDurably(root: string, name: string): Promise<void> {
  const removed = join(root, `${randomUUID()}.removed`);
  try {
    await rename(join(root, name), removed);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  await syncFolder(root);
  await rm(removed, { recursive: true, force: true });
}

/** Reads all entries one by one, so that few files are open at once. */
async function* readAll(root: string): AsyncGenerator<StoredEntry | DamagedEntry> {
  for (const name of await namesIn(root)) {
    const key = keyOf(name);
    if (key === undefined) continue;
    try {
      const stored = await findIn(join(root, name), key);
      if (stored) yield stored;
    } catch (error) {
      // A damaged entry hides no others.
      if (!(error instanceof EscrowError)) throw error;
      yield { key, error };
    }
  }
}

/**
 * Creates a journal in files: a folder for each key, with a file for each revision. A file is written completely and synced before it
 * counts. Old revisions stay, so that two processes can never both write the same one. Only the owner has access: new folders have the
 * mode 0700, files 0600; existing folders keep their mode. `listPendingSteps`, `listDamaged` and `prune` read the folders of all keys.
 * @param folder The folder of the journal, on a disk of this machine. It is created if it does not exist.
 * @throws EscrowError `configuration` if no folder is given.
 */
export function createFileJournal(folder: string): ListableJournal {
  if (!isText(folder))
    throw new EscrowError('configuration', 'createFileJournal failed: the path of a folder is missing.');
  const root = resolve(folder);
  return toListableJournal({
    find: async (key) => findIn(join(root, nameOf(key)), key),
    save: async (key, entry) => saveTo(join(root, nameOf(key)), key, entry),
    readAll: () => readAll(root),
    async remove(keys) {
      for (const key of keys) await removeDurably(root, nameOf(key));
    },
  });
}
