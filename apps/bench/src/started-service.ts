import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const builtCommand = fileURLToPath(new URL('../dist/command.js', import.meta.resolve('@escrow-kit/sandbox')));
const document = fileURLToPath(import.meta.resolve('@escrow-kit/spec/openapi.bundle.json'));

const stdio: ['ignore', 'pipe', 'inherit'] = ['ignore', 'pipe', 'inherit'];

/** A service in a process of its own. */
export interface StartedService {
  url: string;
  process: ChildProcess;
  stop(): Promise<void>;
}

/** Starts the built command of the sandbox on a free port. */
export const startCommand = (args: string[] = []): Promise<StartedService> =>
  toService(spawn(process.execPath, [builtCommand, '--port', '0', '--json', ...args], { stdio }), /"url":"([^"]+)"/);

/**
 * Starts Prism's own command, without our mock, on a free port. It prints its address in the log, so the log stays on. With
 * NODE_ENV=production it would start two processes.
 */
export const startPrism = (): Promise<StartedService> =>
  toService(
    spawn('prism', ['mock', document, '--port', '0', '--multiprocess=false'], { stdio }),
    /Prism is listening on (http:\S+)/,
  );

/** Waits until a process prints its address. */
async function toService(child: ChildProcessByStdio<null, Readable, null>, address: RegExp): Promise<StartedService> {
  const ended = once(child, 'exit');
  for await (const line of createInterface(child.stdout)) {
    const url = address.exec(line)?.[1];
    if (!url) continue;
    child.stdout.resume();
    return {
      url,
      process: child,
      stop: async () => {
        child.kill();
        await ended;
      },
    };
  }
  throw new Error('The process ended without printing its address.');
}

/** Serves on a free port of this process. */
export async function listen(listener: RequestListener): Promise<{ port: number; close(): void }> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
