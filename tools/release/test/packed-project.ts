import { cpSync, mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPublishablePackages } from '../src/publishable-packages.ts';
import { repositoryFolder } from '../src/repository.ts';
import { runCommand } from './run-command.ts';

/** An unpacked tarball. */
export interface PackedPackage {
  tarball: string;
  folder: string;
  /** Its files, relative to the folder. */
  files: string[];
  /** Its package.json as it is published. */
  manifest: {
    version: string;
    bin?: Record<string, string>;
    exports: Record<string, unknown>;
    dependencies?: Record<string, string>;
    peerDependencies?: Record<string, string>;
    scarfSettings?: { enabled: boolean };
  };
}

/** Programs that use the packed packages, each with a function `run`. */
export const programsFolder: string = fileURLToPath(new URL('runtime-programs', import.meta.url));

/** Packs everything that a release publishes into an empty folder. Returns the tarballs by package. Build the packages first. */
export async function packWorkspace(folder: string, env = process.env): Promise<Map<string, string>> {
  await runCommand('changeset', ['pack', '--out-dir', folder], { cwd: repositoryFolder, env });
  const { plan } = JSON.parse(readFileSync(join(folder, 'publish-plan.json'), 'utf8')) as {
    plan: { name: string; tarball: { path: string } }[][];
  };
  return new Map(plan.flat().map(({ name, tarball }) => [name, join(folder, tarball.path)]));
}

/**
 * Packs the workspace and makes the folder a project with the packages installed and the programs beside them. Dependencies come
 * from the workspace, without a registry.
 */
export async function createPackedProject(folder: string): Promise<Record<string, PackedPackage>> {
  const installed = (name: string, project = folder) => join(project, 'node_modules', name);
  const tarballs = await packWorkspace(join(folder, 'packed'));
  const packed: Record<string, PackedPackage> = {};
  for (const { name, folder: source } of await findPublishablePackages()) {
    const tarball = tarballs.get(name);
    if (!tarball) throw new Error(`A release does not pack ${name}.`);
    packed[name] = await unpack(tarball, installed(name));
    const { dependencies, peerDependencies } = packed[name].manifest;
    for (const dependency of Object.keys({ ...dependencies, ...peerDependencies })) {
      if (!tarballs.has(dependency)) link(installed(dependency), installed(dependency, source));
    }
  }
  cpSync(programsFolder, folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  return packed;
}

async function unpack(tarball: string, folder: string): Promise<PackedPackage> {
  mkdirSync(folder, { recursive: true });
  await runCommand('tar', ['-xzf', tarball, '--strip-components=1'], { cwd: folder });
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return { tarball, folder, files: readdirSync(folder, { recursive: true, encoding: 'utf8' }), manifest };
}

function link(path: string, target: string): void {
  mkdirSync(dirname(path), { recursive: true });
  try {
    symlinkSync(realpathSync(target), path, 'junction');
  } catch (error) {
    // Two packages may need the same dependency. With two versions in the workspace, the wrong one could be tested.
    if (realpathSync(path) !== realpathSync(target)) throw error;
  }
}
