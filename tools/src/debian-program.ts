import { execFile } from 'node:child_process';
import { globSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { onExit } from './on-exit.ts';

/** A program to start with `command` and `env`. */
export interface DebianProgram {
  command: string;
  env: NodeJS.ProcessEnv;
  /** Removes its files, unless the machine had it; they are also removed with this process. */
  remove(): Promise<void>;
}

/** A program of a package of Debian. */
export interface DebianProgramName {
  /** A pattern for the file name, because packages may name it by its version. */
  name: string;
  debianPackage: string;
}

const run = promisify(execFile);

/** Not in the system's temporary folder, which may be mounted `noexec`. */
const programs = join(import.meta.dirname, '../node_modules/.cache');

/** Where packages have programs for users, and servers. */
const programFolders = ['usr/bin', 'usr/sbin'];

/**
 * Finds a program on this machine, Debian's before others; without one, unpacks Debian's package and what it depends on into a
 * folder, without root, which takes about 10 s. Undefined if the machine has neither the program nor apt.
 */
export async function findDebianProgram(program: DebianProgramName): Promise<DebianProgram | undefined> {
  const folders = [...programFolders.map((folder) => `/${folder}`), ...(process.env.PATH ?? '').split(delimiter)];
  const installed = findIn(folders, program.name);
  if (installed) return { command: installed, env: process.env, remove: async () => {} };
  return findIn(folders, 'apt-get') ? unpack(program) : undefined;
}

const findIn = (folders: string[], name: string): string | undefined =>
  folders.flatMap((folder) => globSync(name, { cwd: folder }).map((file) => join(folder, file)))[0];

async function unpack({ name, debianPackage }: DebianProgramName): Promise<DebianProgram> {
  await mkdir(programs, { recursive: true });
  const folder = await mkdtemp(join(programs, 'debian-'));
  onExit(() => rmSync(folder, { recursive: true, force: true }));
  await download(debianPackage, folder);
  const root = join(folder, 'root');
  for (const file of globSync(join(folder, 'archives/*.deb'))) await run('dpkg', ['-x', file, root]);
  const inPackage = programFolders.map((programFolder) => join(root, programFolder));
  const command = findIn(inPackage, name);
  if (!command) throw new Error(`${debianPackage} has no program ${name}.`);
  const libraries = globSync(join(root, '{lib,usr/lib}/*-linux-gnu*'));
  return {
    command,
    env: { ...process.env, LD_LIBRARY_PATH: libraries.join(delimiter) },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Downloads a package, and what this machine lacks of its dependencies, with lists of its own: the machine's may be old. */
async function download(debianPackage: string, folder: string): Promise<void> {
  const paths = {
    'Dir::State::lists': join(folder, 'lists'),
    'Dir::Cache': folder,
    'Dir::Cache::archives': join(folder, 'archives'),
  };
  for (const path of ['lists/partial', 'archives/partial']) await mkdir(join(folder, path), { recursive: true });
  const options = Object.entries({ ...paths, 'Debug::NoLocking': '1', 'APT::Sandbox::User': userInfo().username });
  const apt = (...parameters: string[]) =>
    run('apt-get', ['-qq', ...options.flatMap(([key, value]) => ['-o', `${key}=${value}`]), ...parameters]);
  await apt('update');
  await apt('install', '--yes', '--no-install-recommends', '--download-only', debianPackage);
}
