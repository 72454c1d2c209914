import { execFile } from 'node:child_process';

/** The exit code and the output of a command. */
export interface CommandResult {
  exitCode: number;
  stdout: string;
  /** Everything that it printed: stdout, then stderr. */
  output: string;
}

/** The folder and environment of a command. */
export interface CommandOptions {
  cwd: string;
  /** Default: that of a shell outside the workspace. */
  env?: NodeJS.ProcessEnv;
}

/** Variables that npx, pnpm and npm set for scripts; they would point npm back to the workspace or its Node. */
const workspaceVariable =
  /^(npm_(package|lifecycle)_|npm_config_local_prefix$|npm_node_execpath$|NODE$|PNPM_|INIT_CWD$|ESCROW_)/i;

/** The environment of a shell outside the workspace. */
export function outsideEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !workspaceVariable.test(name)));
}

/** Runs a command to its end, with any exit code. Rejects if it can't be started. */
export function tryCommand(
  command: string,
  args: string[],
  { cwd, env = outsideEnvironment() }: CommandOptions,
): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const options = { cwd, env, maxBuffer: Number.POSITIVE_INFINITY };
    const child = execFile(command, args, options, (error, stdout, stderr) => {
      // A string instead of an exit code means that the command could not be started.
      if (typeof error?.code === 'string') reject(error);
      else resolve({ exitCode: error ? (child.exitCode ?? 1) : 0, stdout, output: `${stdout}${stderr}` });
    });
    child.stdin?.end();
  });
}

/** Runs a command and returns its output. Rejects unless the exit code is 0. */
export async function runCommand(command: string, args: string[], options: CommandOptions): Promise<string> {
  const { exitCode, output } = await tryCommand(command, args, options);
  if (exitCode !== 0) throw new Error(`${[command, ...args].join(' ')} ended with ${exitCode}:\n${output}`);
  return output;
}
