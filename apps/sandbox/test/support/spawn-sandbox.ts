import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { onExit } from '@escrow-kit/tools/on-exit';
import type { Sandbox } from '../../src/sandbox.ts';

const command = `${import.meta.dirname}/../../src/command.ts`;

/** A sandbox that the command has started in a process of its own. */
export interface SpawnedSandbox extends Pick<Sandbox, 'url' | 'credentials'> {
  processId: number | undefined;
  /** Ends it as a power cut would: by SIGKILL. */
  kill(): Promise<void>;
  /** Ends it by SIGTERM, and resolves with its exit code. */
  close(): Promise<number>;
  /** What it has written to stderr when it has ended; nothing unless it `collectsErrors`. */
  errors: Promise<string>;
  /** What `errors` is read from. */
  stderr: Readable | null;
}

/** Runs `escrow-sandbox` on a free port; it ends with this process. With `collectsErrors` its stderr is not shown, for errors that the test causes. */
export async function spawnSandbox(
  args: string[],
  { env = {}, collectsErrors = false }: { env?: Record<string, string>; collectsErrors?: boolean } = {},
): Promise<SpawnedSandbox> {
  const child = spawn(process.execPath, [command, '--port', '0', '--json', ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', collectsErrors ? 'pipe' : 'inherit'],
  });
  onExit(() => child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  const errors = child.stderr ? text(child.stderr) : Promise.resolve('');
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    const [exitCode] = await exited;
    return exitCode;
  };
  for await (const line of child.stdout ? createInterface(child.stdout) : []) {
    const { url, credentials } = JSON.parse(line);
    const { pid: processId, stderr } = child;
    return { url, credentials, processId, errors, stderr, kill: () => end('SIGKILL'), close: () => end('SIGTERM') };
  }
  throw new Error('The sandbox ended before it had started.');
}
