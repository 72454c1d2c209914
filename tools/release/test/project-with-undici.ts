import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { installedFolder, programsFolder } from './packed-project.ts';

const require = createRequire(import.meta.url);

/**
 * A project within the packed one that has the packed client and another undici installed: 7, the last for Node 20, which
 * needs 22.19 for 8.
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
