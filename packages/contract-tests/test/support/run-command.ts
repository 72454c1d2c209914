import { type ChildProcess, execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The result of a command. */
export interface CommandResult {
  exitCode: number;
  stdout: string;
  stderr: string;
}

const pathOf = (command: string): string => fileURLToPath(new URL(`../../src/${command}.ts`, import.meta.url));

/** Runs `contract-tests` to its end, without this machine's variables. `onSpawn` gets the process. */
export const runCommand = (
  args: string[],
  variables: Record<string, string> = {},
  onSpawn: (child: ChildProcess) => void = () => {},
): Promise<CommandResult> => run(pathOf('command'), { args, variables, onSpawn });

/** Runs `contract-tests-pact` to its end. */
export const runPactCommand = (args: string[], variables: Record<string, string> = {}): Promise<CommandResult> =>
  run(pathOf('pact-command'), { args, variables, onSpawn: () => {} });

interface Run {
  args: string[];
  variables: Record<string, string>;
  onSpawn: (child: ChildProcess) => void;
}

function run(command: string, { args, variables, onSpawn }: Run): Promise<CommandResult> {
  const outside = Object.entries(process.env).filter(([name]) => !name.startsWith('ESCROW_'));
  const env = { ...Object.fromEntries(outside), ...variables };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [command, ...args], { env }, (_, stdout, stderr) => {
      resolve({ exitCode: child.exitCode ?? -1, stdout, stderr });
    });
    child.stdin?.end();
    onSpawn(child);
  });
}

/** The credentials of an organization of a sandbox, as variables. */
export function variablesOf(credentials: {
  clientId: string;
  clientSecret: string;
  tokens: Record<'organization' | 'clientAdmin' | 'legacyUser' | 'legacyApp' | 'apiKey', string>;
}): Record<string, string> {
  const { clientId, clientSecret, tokens } = credentials;
  return {
    ESCROW_ORGANIZATION_TOKEN: tokens.organization,
    ESCROW_CLIENT_ADMIN_TOKEN: tokens.clientAdmin,
    ESCROW_CLIENT_ID: clientId,
    ESCROW_CLIENT_SECRET: clientSecret,
    ESCROW_API_KEY: tokens.apiKey,
    ESCROW_LEGACY_USER_TOKEN: tokens.legacyUser,
    ESCROW_LEGACY_APP_TOKEN: tokens.legacyApp,
  };
}
