import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onExit } from '@escrow-kit/tools/on-exit';
import { temporaryFolder } from '@escrow-kit/tools/temporary-folder';
import {
  findPublishablePackages,
  type PublishablePackage,
  repositoryFolder,
} from '../../src/release/publishable-packages.ts';
import { outsideEnvironment, runCommand } from './run-command.ts';

/** A packed package, as npm has installed it. */
export interface PackedPackage {
  name: string;
  tarball: string;
  folder: string;
  /** Its files, relative to the folder. */
  files: string[];
  /** Its package.json as it is published. */
  manifest: PublishablePackage['manifest'] & { exports: Record<string, unknown> };
}

/** A project with the packed packages and the programs of the tests. */
export interface PackedProject {
  folder: string;
  packages: PackedPackage[];
  /** Writes a file into the project and returns its name. */
  write(file: string, text: string): string;
}

let project: Promise<PackedProject> | undefined;

/** The project that the test files of a worker share; it is removed with the worker. */
export function packedProject(): Promise<PackedProject> {
  project ??= createPackedProject();
  return project;
}

/** Their optional peers, what the guide's shop is compiled with, and other runtimes. */
const others = [
  ...['fastify@5', 'pg@8', 'openapi-typescript@7', 'typescript@5', '@types/node@24'],
  ...['bun@1.4.5', 'deno@2.9.6', 'workerd@1.20261117.1'],
];

async function createPackedProject(): Promise<PackedProject> {
  const folder = temporaryFolder((remove) => onExit(remove));
  const write = (file: string, text: string) => {
    writeFileSync(join(folder, file), text);
    return file;
  };
  write('package.json', '{"type":"module"}');
  cpSync(join(import.meta.dirname, '../runtime-programs'), folder, { recursive: true });
  const tarballs = join(folder, 'tarballs');
  const packAll = join(repositoryFolder, 'tools/src/release/pack-all.ts');
  const printed = await runCommand(process.execPath, [packAll, tarballs], { cwd: folder, env: process.env });
  // Without scripts: the one of @scarf/scarf reports to its maker. The runtimes need theirs.
  const env = { ...outsideEnvironment(), npm_config_ignore_scripts: 'true' };
  for (const line of printed.match(/^npm install .+$/gm) ?? [])
    await runCommand('sh', ['-c', line], { cwd: folder, env });
  await runCommand('npm', ['install', '-D', ...others], { cwd: folder });
  const packages = (await findPublishablePackages()).map(({ name }) => {
    const own = join(folder, 'node_modules', name);
    const manifest = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'));
    const tarball = join(tarballs, `${name.slice(1).replace('/', '-')}-${manifest.version}.tgz`);
    return { name, tarball, folder: own, files: filesOf(own), manifest };
  });
  return { folder, packages, write };
}

/** Without what npm has put into a package, such as another version of a dependency. */
const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => !file.startsWith('node_modules'));
