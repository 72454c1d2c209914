import { access, constants, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The second is for systems whose temporary folder is mounted `noexec`. */
const parents = [tmpdir(), join(import.meta.dirname, '../node_modules/.cache')];

/**
 * Creates a folder from which programs can be started: in the system's temporary folder, or in this package's
 * `node_modules/.cache` if that is mounted `noexec`.
 *
 * @throws Error with a remedy, if neither works.
 */
export async function createProgramFolder(): Promise<string> {
  const problems: string[] = [];
  for (const parent of parents) {
    try {
      return await createIn(parent);
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new Error(
    `No folder to start the browser from. Set TMPDIR to one that is writable and not mounted noexec. ${problems.join(' ')}`,
  );
}

async function createIn(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, 'escrow-browser-'));
  const program = join(folder, 'program');
  try {
    await writeFile(program, '', { mode: 0o700 });
    // Even root is refused if the folder is mounted noexec.
    await access(program, constants.X_OK);
    await rm(program);
    return folder;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
