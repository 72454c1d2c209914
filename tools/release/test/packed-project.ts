import { cpSync, mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPublishablePackages, type PublishablePackage, pack } from '../src/publishable-packages.ts';
import { runCommand } from './run-command.ts';

/** An unpacked tarball. */
export interface PackedPackage {
  tarball: string;
  folder: string;
  /** Its files, relative to the folder. */
  files: string[];
  /** Its package.json as it is published. */
  manifest: PublishablePackage['manifest'] & { exports: Record<string, unknown> };
}

/** Programs that use the packed packages, each with a function `run`. */
export const programsFolder: string = fileURLToPath(new URL('runtime-programs', import.meta.url));

/**
 * Packs the workspace and makes the folder a project with the packages installed and the programs beside them. Dependencies come
 * from the workspace, without a registry.
 */
export async function createPackedProject(folder: string): Promise<Record<string, PackedPackage>> {
  const installed = (name: string, project = folder) => join(project, 'node_modules', name);
  const packages = await findPublishablePackages();
  const packed: Record<string, PackedPackage> = {};
  for (const each of packages) {
    const tarball = await pack(each, join(folder, 'packed'));
    packed[each.name] = await unpack(tarball, installed(each.name));
    const { dependencies, peerDependencies } = each.manifest;
    for (const dependency of Object.keys({ ...dependencies, ...peerDependencies })) {
      if (!packages.some(({ name }) => name === dependency)) {
        link(installed(dependency), installed(dependency, each.folder));
      }
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
