import { cpSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { repositoryFolder } from '../src/repository.ts';
import { outsideEnvironment } from './outside-environment.ts';
import { type CommandResult, runCommand, tryCommand } from './run-command.ts';

/** The projects with what only the long run needs. No workspace installs them. */
const projectFolder = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url));

/** The installed tools, in a folder outside the workspace. Their commands run there with the Node of the tests. */
export interface OtherTools {
  /** The project in which they are installed: files in it can import them. */
  folder: string;
  /** Runs a tool's command, which has to succeed, and returns its output. */
  run(command: string, ...args: string[]): Promise<string>;
  /** Runs a tool's command to its end, with any exit code. */
  try(command: string, ...args: string[]): Promise<CommandResult>;
}

/** Installs a project from its lockfile in a new folder. Its programs run on the Node of the tests. */
export async function installProject(name: 'other-tools' | 'other-runtimes', folder: string) {
  cpSync(projectFolder(name), folder, { recursive: true, filter: (source) => !source.endsWith('node_modules') });
  const nodeFolder = dirname(process.execPath);
  const options = { cwd: folder, env: { ...outsideEnvironment(), PATH: nodeFolder + delimiter + process.env['PATH'] } };
  await runCommand('npx', ['--yes', pinnedPnpm(), 'install', '--frozen-lockfile'], options);
  return options;
}

/** Installs the tools in a new folder. */
export async function installOtherTools(folder: string): Promise<OtherTools> {
  const options = await installProject('other-tools', folder);
  const pathOf = (command: string) => join(folder, 'node_modules/.bin', command);
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
