import { cpSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { repositoryFolder } from '../src/repository.ts';
import { outsideEnvironment } from './outside-environment.ts';
import { runCommand } from './run-command.ts';

/** The project with what only the long run needs. No workspace installs it. */
const project = fileURLToPath(new URL('../other-runtimes', import.meta.url));

/** Installs the other runtimes from their lockfile in a new folder, on the Node of the tests. */
export async function installOtherRuntimes(folder: string): Promise<void> {
  cpSync(project, folder, { recursive: true, filter: (source) => !source.endsWith('node_modules') });
  const { packageManager } = JSON.parse(readFileSync(join(repositoryFolder, 'package.json'), 'utf8'));
  const PATH = dirname(process.execPath) + delimiter + process.env['PATH'];
  await runCommand('npx', ['--yes', packageManager, 'install', '--frozen-lockfile'], {
    cwd: folder,
    env: { ...outsideEnvironment(), PATH },
  });
}
