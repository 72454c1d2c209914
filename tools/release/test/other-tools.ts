import { cpSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { repositoryFolder } from '../src/repository.ts';
import { outsideEnvironment } from './outside-environment.ts';
import { type CommandResult, runCommand, tryCommand } from './run-command.ts';

/** The project with the tools that only the long run needs. No workspace installs them. */
const projectFolder = fileURLToPath(new URL('../other-tools', import.meta.url));

/** The installed tools, in a folder outside the workspace. Their commands run there with the Node of the tests. */
export interface OtherTools {
  /** The project in which they are installed: files in it can import them. */
  folder: string;
  /** Runs a tool's command, which has to succeed, and returns its output. */
  run(command: string, ...args: string[]): Promise<string>;
  /** Runs a tool's command to its end, with any exit code. */
  try(command: string, ...args: string[]): Promise<CommandResult>;
}

/** Installs the tools from their lockfile in a new folder. */
export async function installOtherTools(folder: string): Promise<OtherTools> {
  cpSync(projectFolder, folder, { recursive: true, filter: (source) => !source.endsWith('node_modules') });
  const nodeFolder = dirname(process.execPath);
  const options = { cwd: folder, env: { ...outsideEnvironment(), PATH: nodeFolder + delimiter + process.env['PATH'] } };
  const pathOf = (command: string) => join(folder, 'node_modules/.bin', command);
  await runCommand('npx', ['--yes', pinnedPnpm(), 'install', '--frozen-lockfile'], options);
  return {
    folder,
    run: (command, ...args) => runCommand(pathOf(command), args, options),
    try: (command, ...args) => tryCommand(pathOf(command), args, options),
  };
}

/** The pnpm of this repository, as `pnpm@version`. */
function pinnedPnpm(): string {
  return JSON.parse(readFileSync(join(repositoryFolder, 'package.json'), 'utf8')).packageManager;
}
