import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { getPackages } from '@manypkg/get-packages';
import { onTestFinished } from 'vitest';
import { repositoryFolder } from '../src/repository.ts';
import { outsideEnvironment } from './outside-environment.ts';
import { runCommand } from './run-command.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

/** A clone of this repository's last commit. */
export interface FreshClone {
  /** Installs what a root script needs, like that script, but runs nothing else. */
  install(script: 'start' | 'test'): Promise<void>;
  /** Runs `npm start` completely. Rejects if it fails. */
  start(): Promise<void>;
  /** Runs `npm test` for one package, with a folder first in PATH. Resolves with its output, or rejects if it fails. */
  testPackage(name: string, nodeFolder: string): Promise<string>;
  /** Every package that a workspace can import, as its path, and every one in the store, as `name@version`. */
  installed(): Promise<string[]>;
  /** The disk usage of the clone's `node_modules`. Hard links count once. */
  installedMegabytes(): number;
}

/** Clones the repository into a temporary folder, which is removed when the test ends. */
export async function cloneRepository(): Promise<FreshClone> {
  const { folder: temporary, remove } = createTemporaryFolder();
  onTestFinished(remove);
  const folder = join(temporary, 'clone');
  await runCommand('git', ['clone', '--quiet', repositoryFolder, folder], { cwd: temporary });
  const commands = await createInstallingNpx(join(temporary, 'commands'));
  const env = { ...outsideEnvironment(), PATH: commands + delimiter + process.env['PATH'] };
  return {
    async install(script) {
      await runCommand('npm', ['run', script], { cwd: folder, env });
    },
    async start() {
      await runCommand('npm', ['start'], { cwd: folder, env: outsideEnvironment() });
    },
    async testPackage(name, nodeFolder) {
      const outside = { ...outsideEnvironment(), PATH: nodeFolder + delimiter + process.env['PATH'] };
      return await runCommand('npm', ['test', '--', `--filter=${name}`], { cwd: folder, env: outside });
    },
    async installed() {
      const { packages } = await getPackages(folder);
      const folders = [folder, ...packages.map(({ dir }) => dir)].map((dir) => join(dir, 'node_modules'));
      return [...folders.flatMap(listPackages), ...readdirSync(join(folder, 'node_modules/.pnpm'))].sort();
    },
    installedMegabytes: () => sizeInMegabytes(join(folder, 'node_modules')),
  };
}

/** Creates a command `npx` that installs like the real one, but runs no scripts. Returns its folder. */
async function createInstallingNpx(folder: string): Promise<string> {
  const realNpx = await runCommand('which', ['npx'], { cwd: repositoryFolder });
  const file = join(folder, 'npx');
  mkdirSync(folder);
  // Called as `npx --yes pnpm@<version> install ...` and `npx --yes pnpm@<version> run ...`.
  writeFileSync(file, `#!/bin/sh\n[ "$3" = run ] && exit 0\nexec "${realNpx.trim()}" "$@"\n`);
  chmodSync(file, 0o755);
  return folder;
}

function listPackages(nodeModules: string): string[] {
  if (!existsSync(nodeModules)) return [];
  const names = readdirSync(nodeModules).filter((name) => !name.startsWith('.'));
  const paths = names.flatMap((name) => {
    const path = join(nodeModules, name);
    return name.startsWith('@') ? readdirSync(path).map((scoped) => join(path, scoped)) : [path];
  });
  // A broken link is not a package.
  return paths.filter((path) => existsSync(path));
}

function sizeInMegabytes(folder: string): number {
  const bytesByInode = new Map<number, number>();
  for (const { parentPath, name } of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const { ino, blocks } = lstatSync(join(parentPath, name));
    // A block of stat has 512 bytes on every file system.
    bytesByInode.set(ino, blocks * 512);
  }
  return [...bytesByInode.values()].reduce((sum, bytes) => sum + bytes, 0) / 1024 ** 2;
}
