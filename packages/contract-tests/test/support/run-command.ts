import { type ChildProcess, execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Sandbox } from '@escrow-kit/sandbox';
import { type CommandResult, runHere } from '@escrow-kit/tools/command-line';
import { runCommandLine } from '../../src/command-line/run-command-line.ts';
import { variableOf } from '../../src/deployment/deployment.ts';
import { credentialsOf } from '../../src/states/context.ts';

export type { CommandResult };

type Variables = Record<string, string>;

/** Runs `contract-tests` in this process, with these variables and no others of the kit. */
export const runCommand = (args: string[], variables: Variables = {}): Promise<CommandResult> =>
  runHere(runCommandLine, args, variables);

const command = fileURLToPath(new URL('../../src/command.ts', import.meta.url));

/** Pact would send everything through this proxy, where nothing listens, and check nothing. */
const misleading = { HTTP_PROXY: 'http://127.0.0.1:9', http_proxy: 'http://127.0.0.1:9', PACT_DESCRIPTION: 'none' };

/** Runs `contract-tests` in a process of its own, without this machine's variables of the kit. `onSpawn` gets the process. */
export function spawnCommand(
  args: string[],
  variables: Variables,
  onSpawn: (child: ChildProcess) => void = () => {},
): Promise<CommandResult> {
  const outside = Object.entries(process.env).filter(([name]) => !name.startsWith('ESCROW_'));
  const env = { ...Object.fromEntries(outside), ...misleading, ...variables };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [command, ...args], { env }, (_, stdout, stderr) => {
      resolve({ exitCode: child.exitCode ?? -1, stdout, stderr });
    });
    child.stdin?.end();
    onSpawn(child);
  });
}

/** The credentials of an organization of a sandbox, as variables. */
export const variablesOf = (credentials: Sandbox['credentials']): Variables =>
  Object.fromEntries(Object.entries(credentialsOf({ credentials })).map(([name, value]) => [variableOf(name), value]));
