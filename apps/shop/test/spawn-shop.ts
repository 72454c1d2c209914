import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onExit } from '@escrow-kit/tools/on-exit';
import { expect } from 'vitest';

/** Starts a program of `src` in a process, and resolves once it answers. */
export async function spawnShop(program: string, port: number, environment: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src', program)], {
    env: { ...process.env, ...environment, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onExit(() => child.kill());
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  await expect.poll(() => fetch(`http://127.0.0.1:${port}`), { interval: 50 }).toBeDefined();
  return {
    /** What it has written, to stdout and stderr. */
    output: () => output,
    /** Ends it, and resolves with its exit code; null if the signal ended it. */
    async end(signal: NodeJS.Signals): Promise<number | null> {
      const exit = once(child, 'exit');
      if (!child.kill(signal)) return child.exitCode;
      const [code] = await exit;
      return code;
    },
  };
}

/** A port for a process that cannot choose one itself. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
