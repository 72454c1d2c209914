import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { Sandbox, SandboxOptions } from '../../src/sandbox.ts';

/** A sandbox in a separate process. */
export interface SpawnedSandbox extends Omit<Sandbox, 'control'> {
  /** Ends it as a power cut would: by SIGKILL. */
  kill(): Promise<void>;
  /** Its process id. */
  processId: number | undefined;
  /** What it has written to stderr when it has ended; nothing unless it `collectsErrors`. */
  errors: Promise<string>;
}

/** Starts a sandbox in a separate process. With `collectsErrors` its stderr is not shown, for errors that the test causes. */
export async function spawnSandbox(
  options: SandboxOptions,
  { collectsErrors = false }: { collectsErrors?: boolean } = {},
): Promise<SpawnedSandbox> {
  const program = `${import.meta.dirname}/sandbox-process.ts`;
  const child = spawn(process.execPath, [program, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', collectsErrors ? 'pipe' : 'inherit'],
  });
  const exited = once(child, 'exit');
  const errors = child.stderr ? text(child.stderr) : Promise.resolve('');
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await exited;
  };
  const { url, credentials } = JSON.parse(await firstLine(child));
  return { url, credentials, processId: child.pid, errors, kill: () => end('SIGKILL'), close: () => end('SIGTERM') };
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout) for await (const line of createInterface(child.stdout)) return line;
  throw new Error('The sandbox ended before it had started.');
}
