import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { EscrowError, type Journal, type JournalEntry } from '../index.ts';
import { isText } from '../rules/is-text.ts';

const journalError = (message: string): EscrowError => new EscrowError('journal', message);

const conflict = (key: string): EscrowError => journalError(`another run works on "${key}": wait for it.`);

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

/** File systems take no longer names. */
const longestNameInCharacters = 250;

function nameOf(key: string): string {
  try {
    const name = `key-${encodeURIComponent(key)}`;
    if (name.length <= longestNameInCharacters) return name;
  } catch {
    // A lone surrogate has no encoding.
  }
  throw journalError('The key of the flow cannot name a folder: use a shorter one of ordinary characters.');
}

function parseEntry(file: string, text: string): JournalEntry {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new EscrowError('journal', `The journal file ${file} is damaged: restore it, or use another key.`, { cause });
  }
}

/**
 * A journal in files: a folder for each key, a file for each revision, each written whole and synced before it counts.
 * Revisions are kept, so that two processes can never both write the same one. What is created is for the owner alone: folders
 * have the mode 0700, files 0600. A folder that is there already keeps its mode.
 * @param folder Where the journals are kept; created where it is missing.
 */
export function createFileJournal(folder: string): Journal {
  if (!isText(folder)) throw journalError('Give createFileJournal the path of a folder.');
  const folderOf = (key: string) => resolve(folder, nameOf(key));
  return {
    async load(key) {
      const files = await readdir(folderOf(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      });
      const revision = Math.max(0, ...files.map(revisionOf));
      if (revision === 0) return undefined;
      const file = join(folderOf(key), `${revision}.json`);
      return parseEntry(file, await readFile(file, 'utf8'));
    },
    async save(key, entry) {
      const target = folderOf(key);
      await makeFolderDurably(target);
      const revisions = (await readdir(target)).map(revisionOf);
      if (Math.max(0, ...revisions) !== entry.revision - 1) throw conflict(key);
      const draft = join(target, `${randomUUID()}.draft`);
      await writeDurably(draft, JSON.stringify(entry));
      try {
        // Unlike a rename, a link fails where the file is there already: of two processes one wins.
        await link(draft, join(target, `${entry.revision}.json`));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
        throw conflict(key);
      } finally {
        await unlink(draft);
      }
      await syncFolder(target);
    },
  };
}
