import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { EmptyProject } from './empty-project.ts';

/** The mock, started from the command that npm installed. */
export interface StartedMock {
  url: string;
  stop(): Promise<void>;
}

/** Starts the installed mock on a free port. Rejects where it ends before it says its address. */
export async function startInstalledMock({ folder }: EmptyProject): Promise<StartedMock> {
  const command = join(folder, 'node_modules/.bin/escrow-prism-mock');
  const child = spawn(command, ['--port', '0'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  for await (const line of createInterface(child.stdout)) {
    const url = /http:\/\/\S+/.exec(line)?.[0];
    if (url) return { url, stop: () => stop(child, ended) };
  }
  throw new Error('The installed mock ended without saying where it listens.');
}

async function stop(child: { kill(): boolean }, ended: Promise<unknown>): Promise<void> {
  child.kill();
  await ended;
}
