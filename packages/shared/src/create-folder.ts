import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

interface FolderOptions {
  /** The permissions of what is created. Default: 0777 without the process's umask. */
  mode?: number;
}

/**
 * Creates a folder and its missing parents. Resolves with what it created, parents first. Rejects with the system's error. Node's
 * recursive option never returns on a file system without new folders, such as /proc.
 */
export async function createFolder(path: string, options: FolderOptions = {}): Promise<string[]> {
  const folder = resolve(path);
  try {
    return await createLast(folder, options);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(folder) === folder) throw error;
    const parents = await createFolder(dirname(folder), options);
    return [...parents, ...(await createLast(folder, options))];
  }
}

/** Creates a folder in its parent, unless it is there. */
async function createLast(folder: string, options: FolderOptions): Promise<string[]> {
  try {
    await mkdir(folder, options);
    return [folder];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' && (await stat(folder)).isDirectory()) return [];
    throw error;
  }
}
