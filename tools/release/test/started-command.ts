import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { EmptyProject } from './empty-project.ts';

/** A running server, started with an installed command. */
export interface StartedCommand {
  url: string;
  stop(): Promise<void>;
}

/** Starts an installed package's command on a free port, as `npx` does. Rejects if it ends before it prints its address. */
export function startInstalledCommand({ folder }: EmptyProject, packageName: string): Promise<StartedCommand> {
  return startServer('npx', ['--no-install', packageName], folder);
}

/** Starts a command that serves on a free port. Rejects if it ends before it prints its address. */
async function startServer(command: string, args: string[], folder: string): Promise<StartedCommand> {
  const child = spawn(command, [...args, '--port', '0'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    // npx does not forward signals, so `stop` signals the whole process group.
    detached: true,
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    if (child.pid !== undefined) process.kill(-child.pid);
    await ended;
  };
  for await (const line of createInterface(child.stdout)) {
    const url = /http:\/\/[\w.:]+/.exec(line)?.[0];
    if (url) return { url, stop };
  }
  throw new Error(`${[command, ...args].join(' ')} ended without printing its address.`);
}
