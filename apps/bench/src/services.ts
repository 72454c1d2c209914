import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The path of a built file of one of our packages: what is published is measured. */
export const builtFile = (name: string, file = 'index'): string =>
  fileURLToPath(new URL(`../dist/${file}.js`, import.meta.resolve(name)));

/** A service in a process of its own. */
export interface StartedService {
  url: string;
  stop(): Promise<void>;
}

/** Starts the command of the sandbox on a free port. */
export const startSandbox = (): Promise<StartedService> =>
  start([builtFile('@escrow-kit/sandbox', 'command'), '--port', '0', '--json'], /"url":"([^"]+)"/);

const prism = fileURLToPath(import.meta.resolve('@stoplight/prism-cli'));
const document = fileURLToPath(import.meta.resolve('@escrow-kit/spec/openapi.bundle.json'));

/**
 * Starts Prism's own command, without our mock, on a free port. It prints its address in the log, so the log stays on. With
 * NODE_ENV=production it would start two processes.
 */
export const startPrism = (): Promise<StartedService> =>
  start([prism, 'mock', document, '--port', '0', '--multiprocess=false'], /Prism is listening on (http:\S+)/);

/** Starts a program and waits until it prints its address. */
async function start(args: string[], address: RegExp): Promise<StartedService> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill();
    await ended;
  };
  for await (const line of createInterface(child.stdout)) {
    const url = address.exec(line)?.[1];
    if (!url) continue;
    child.stdout.resume();
    return { url, stop };
  }
  throw new Error(`${args[0]} ended without printing its address.`);
}
