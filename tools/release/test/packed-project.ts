import { cpSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unpack } from '@publint/pack';
import { findPublishablePackages } from '../src/publishable-packages.ts';
import { type PackedPackage, packWorkspace } from './packed-package.ts';

/** Programs that use the packed packages, each with a function `run`. */
export const programsFolder: string = fileURLToPath(new URL('runtime-programs', import.meta.url));
const toolFolder = fileURLToPath(new URL('..', import.meta.url));

/**
 * Packs the workspace and makes the folder a project with the packages installed and the programs beside them. Dependencies come
 * from the workspace, without a registry.
 */
export async function createPackedProject(folder: string): Promise<Record<string, PackedPackage>> {
  const packed = await packWorkspace(join(folder, 'packed'));
  for (const { name, folder: source } of await findPublishablePackages()) {
    const { tarball, manifest } = packed[name] as PackedPackage;
    await unpackInto(installedFolder(folder, name), tarball);
    const needed = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
    for (const dependency of needed) {
      if (!(dependency in packed)) link(installedFolder(folder, dependency), installedFolder(source, dependency));
    }
  }
  // The programs' own dependency.
  link(installedFolder(folder, 'undici'), installedFolder(toolFolder, 'undici'));
  cpSync(programsFolder, folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  return packed;
}

/** The folder of a package that is installed for the project in a folder. */
export function installedFolder(folder: string, packageName: string): string {
  return join(folder, 'node_modules', packageName);
}

async function unpackInto(target: string, tarball: string): Promise<void> {
  const { files, rootDir } = await unpack(readFileSync(tarball));
  for (const { name, data } of files) {
    const file = join(target, name.slice(rootDir.length + 1));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, data);
  }
}

function link(path: string, target: string): void {
  const folder = realpathSync(target);
  mkdirSync(dirname(path), { recursive: true });
  try {
    symlinkSync(folder, path, 'junction');
  } catch (error) {
    // Two packages may need the same dependency. With two versions in the workspace, the wrong one could be tested.
    if (realpathSync(path) !== folder) throw error;
  }
}
