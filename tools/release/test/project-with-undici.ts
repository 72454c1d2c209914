import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { installedFolder, programsFolder } from './packed-project.ts';

const require = createRequire(import.meta.url);

/**
 * Creates a project inside the packed one, with the packed client and undici 7, the last version for Node 20. Undici 8 needs Node
 * 22.19.
 */
export function createProjectWithUndici7(packedProject: string): string {
  const project = join(packedProject, 'with-undici-7');
  cpSync(installedFolder(packedProject, '@escrow-kit/client'), installedFolder(project, '@escrow-kit/client'), {
    recursive: true,
  });
  mkdirSync(join(project, 'node_modules'), { recursive: true });
  symlinkSync(dirname(require.resolve('undici-7/package.json')), installedFolder(project, 'undici'), 'junction');
  cpSync(programsFolder, project, { recursive: true });
  return project;
}
