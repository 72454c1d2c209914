import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unpack } from '@publint/pack';
import { repositoryFolder } from '../src/repository.ts';
import { runCommand } from './run-command.ts';

/** A package.json as it is published. */
interface PackedManifest {
  name: string;
  version: string;
  bin?: Record<string, string>;
  exports: Record<string, unknown>;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/** An unpacked tarball. */
export interface PackedPackage {
  tarball: string;
  manifest: PackedManifest;
  manifestText: string;
  /** Its files, relative to the package. */
  files: string[];
}

interface PublishPlan {
  plan: { name: string; tarball: { path: string } }[][];
}

/** Packs everything that a release publishes into an empty folder. Returns the packages by name. Build them first. */
export async function packWorkspace(
  folder: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Record<string, PackedPackage>> {
  await runCommand('changeset', ['pack', '--out-dir', folder], { cwd: repositoryFolder, env });
  return readPackedPackages(folder);
}

/** Reads the packages that `changeset pack` wrote into a folder, by name. */
async function readPackedPackages(folder: string): Promise<Record<string, PackedPackage>> {
  const { plan } = JSON.parse(readFileSync(join(folder, 'publish-plan.json'), 'utf8')) as PublishPlan;
  const entries = plan.flat().map(async ({ name, tarball }) => [name, await readTarball(join(folder, tarball.path))]);
  return Object.fromEntries(await Promise.all(entries));
}

async function readTarball(tarball: string): Promise<PackedPackage> {
  const { files, rootDir } = await unpack(readFileSync(tarball));
  const manifestFile = files.find(({ name }) => name === `${rootDir}/package.json`);
  const manifestText = new TextDecoder().decode(manifestFile?.data);
  return {
    tarball,
    manifest: JSON.parse(manifestText),
    manifestText,
    files: files.map(({ name }) => name.slice(rootDir.length + 1)),
  };
}
