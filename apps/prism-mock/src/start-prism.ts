import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

/** Prism's own command, in a separate process. */
export interface PrismProcess {
  /** Its address on loopback, for the mock alone. Rejects if Prism ends before it listens or takes too long. */
  url: Promise<string>;
  /** Resolves when the process has ended, for any reason. */
  ended: Promise<void>;
  /** Ends the process, and resolves when it has ended. */
  stop(): Promise<void>;
}

/** Options for starting Prism. */
export interface StartPrismOptions {
  /** The file to run. Default: the command of `@stoplight/prism-cli`. */
  command?: string;
  /** The time until Prism prints its address. Default: 30 s, many times what it needs. */
  limitInMs?: number;
}

const require = createRequire(import.meta.url);

/** The main file of the package is its command. */
const prismCommand = require.resolve('@stoplight/prism-cli');
const documentFile = require.resolve('@escrow-kit/spec/openapi.bundle.json');

/** With NODE_ENV=production Prism would start a second process. The mock itself sends the CORS headers. */
const prismArgs = ['mock', documentFile, '-p', '0', '-h', '127.0.0.1', '--multiprocess=false', '--cors=false'];

/** Ends Prism when the mock's process ends, even by SIGKILL, because that closes the channel between them. */
const endWithParent =
  "data:text/javascript,if (!process.connected) process.exit(); process.once('disconnect', () => process.exit())";

/**
 * Starts `prism mock` with the document on a free port. Discards its log, which contains what callers send.
 *
 * States: starting, listening, ended. It listens once it has printed its address. `stop`, a crash, the limit while it starts and
 * the end of this process end it. It never starts again.
 */
export function startPrism({ command = prismCommand, limitInMs = 30_000 }: StartPrismOptions = {}): PrismProcess {
  const child = spawn(process.execPath, ['--import', endWithParent, command, ...prismArgs], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const ended = new Promise<void>((resolve) => {
    child.on('close', () => resolve());
    // A process that could not be started emits no `close`.
    child.on('error', () => resolve());
  });
  const stop = () => {
    // Prism has no state to save, and a hanging Prism would ignore a gentler signal.
    child.kill('SIGKILL');
    return ended;
  };
  const timer = setTimeout(stop, limitInMs);
  const url = awaitAddress(child, ended).finally(() => clearTimeout(timer));
  // If Prism is stopped while it starts, nothing awaits its address.
  url.catch(() => {});
  return { url, ended, stop };
}

async function awaitAddress(child: ChildProcess, ended: Promise<void>): Promise<string> {
  const errors = readTail(child.stderr);
  const url = await Promise.race([readAddress(child.stdout), ended]);
  child.stdout?.resume();
  if (url) return url;
  await ended;
  throw new Error(`Prism ended before it listened, or was too slow. Try again. ${errors()}`.trim());
}

async function readAddress(stdout: ChildProcess['stdout']): Promise<string | undefined> {
  if (!stdout) return undefined;
  for await (const line of createInterface(stdout)) {
    const url = /Prism is listening on (http:\/\/[\d.:]+)/.exec(line)?.[1];
    if (url) return url;
  }
  return undefined;
}

/** Reads to the end, and remembers the last part. */
function readTail(stream: ChildProcess['stderr'], length = 1000): () => string {
  let tail = '';
  stream?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-length);
  });
  return () => tail;
}
