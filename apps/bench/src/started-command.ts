import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const builtCommand = fileURLToPath(new URL('../dist/command.js', import.meta.resolve('@escrow-kit/sandbox')));

/** A running sandbox, started with the built command. */
export interface StartedCommand {
  url: string;
  process: ChildProcess;
  stop(): Promise<void>;
}

/** Starts the built sandbox command on a free port, and waits for its address. */
export async function startCommand(args: string[] = []): Promise<StartedCommand> {
  const child = spawn(process.execPath, [builtCommand, '--port', '0', '--json', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  for await (const line of createInterface(child.stdout)) {
    const { url } = JSON.parse(line) as { url: string };
    return {
      url,
      process: child,
      stop: async () => {
        child.kill();
        await ended;
      },
    };
  }
  throw new Error('The sandbox ended without printing its address.');
}
