import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApiDocument } from '@escrow-kit/spec';
import { type Answer, Problem } from './answer.ts';
import { toPrismDocument } from './prism-document.ts';
import type { PrismRequest } from './prism-request.ts';

/** Prism's own command in a separate process, restarted whenever it has ended. */
export interface Prism {
  /** Resolves when Prism listens; rejects with its last output if it does not. */
  ready(): Promise<unknown>;
  /**
   * Sends a request. If Prism crashes, restarts it and repeats the request once. Throws a problem with status 502 if that fails
   * too, and with 504 if Prism takes too long.
   */
  send(request: PrismRequest): Promise<Answer>;
  /** Ends Prism for good. May be called again. */
  close(): Promise<void>;
}

/** Options for starting and watching Prism. */
export interface PrismOptions {
  /** The file to run. Default: the command of `@stoplight/prism-cli`. */
  command?: string;
  /** The time until Prism listens. Default: 30 s, many times what it needs. */
  startLimitInMs?: number;
  /** The time for an answer. Default: 10 s. */
  answerLimitInMs?: number;
  /** Called at each start after the first. */
  onRestart?: () => void;
}

/**
 * Starts Prism at once, and again when a request finds that it has ended.
 *
 * States: running, ended, closed. A crash, a broken connection or an answer that takes too long ends Prism; the next request
 * starts a new one. `close` is final: a request then gets 503. At most one Prism runs.
 */
export function supervisePrism({ answerLimitInMs = 10_000, onRestart, ...options }: PrismOptions = {}): Prism {
  let running: ReturnType<typeof startPrism> | undefined = start();
  let isClosed = false;

  function start() {
    const prism = startPrism(options);
    prism.ended.then(() => {
      running = undefined;
    });
    return prism;
  }

  function current() {
    if (isClosed) throw new Problem(503, 'The mock is closed.');
    if (running) return running;
    onRestart?.();
    running = start();
    return running;
  }

  /** Undefined if the connection broke, because Prism has ended. */
  async function attempt(request: PrismRequest): Promise<Answer | undefined> {
    const prism = current();
    let signal: AbortSignal | undefined;
    try {
      const url = await prism.url;
      signal = AbortSignal.timeout(answerLimitInMs);
      return await sendToPrism(url, request, signal);
    } catch {
      await prism.stop();
      if (!signal?.aborted) return undefined;
      throw new Problem(504, 'Prism took too long to answer and is restarted. Try again, or report this request.');
    }
  }

  return {
    ready: () => current().url,
    async send(request) {
      const answer = (await attempt(request)) ?? (await attempt(request));
      if (answer) return answer;
      throw new Problem(502, 'Prism ended, and ended again after a restart. Report this request.');
    },
    async close() {
      isClosed = true;
      await running?.stop();
    },
  };
}

const require = createRequire(import.meta.url);

/** The main file of the package is its command. */
const prismCommand = require.resolve('@stoplight/prism-cli');

/**
 * With NODE_ENV=production Prism would start a second process. The mock itself sends the CORS headers. The usual log would take a
 * third of Prism's time.
 */
const prismArgs = ['-p', '0', '-h', '127.0.0.1', '--multiprocess=false', '--cors=false', '--verboseLevel=fatal'];

/**
 * Runs in Prism before Prism itself. Sends the mock the port once Prism listens. Ends Prism, and removes its folder, when the
 * mock's process ends, even by SIGKILL, because that closes the channel between them.
 */
const connectWithMock = (folder: string): string =>
  `data:text/javascript,${encodeURIComponent(`
  import { subscribe } from 'node:diagnostics_channel';
  import { rmSync } from 'node:fs';
  subscribe('tracing:net.server.listen:asyncEnd', ({ server }) => process.send(server.address().port));
  const end = () => {
    rmSync(${JSON.stringify(folder)}, { recursive: true, force: true });
    process.exit();
  };
  if (!process.connected) end();
  process.once('disconnect', end);`)}`;

/** Starts Prism on a free port. `url` resolves when it listens, and `ended` when the process has ended, for any reason. */
function startPrism({ command = prismCommand, startLimitInMs = 30_000 }: PrismOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'escrow-prism-mock-'));
  const documentFile = join(folder, 'openapi.json');
  writeFileSync(documentFile, JSON.stringify(toPrismDocument(openApiDocument)));
  const args = ['--import', connectWithMock(folder), command, 'mock', documentFile, ...prismArgs];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  // A process that could not be started emits no `close`.
  const ended = new Promise((resolve) => child.once('close', resolve).once('error', resolve)).finally(() =>
    rmSync(folder, { recursive: true, force: true }),
  );
  const stop = () => {
    // Prism has no state to save, and a hanging Prism would ignore a gentler signal.
    child.kill('SIGKILL');
    return ended;
  };
  const timer = setTimeout(stop, startLimitInMs);
  const url = new Promise<string>((resolve, reject) => {
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-1000);
      });
    }
    child.once('message', (port) => resolve(`http://127.0.0.1:${port}`));
    ended.then(() => reject(new Error(`Prism ended before it listened, or was too slow. Try again. ${output}`.trim())));
  }).finally(() => clearTimeout(timer));
  // If Prism is stopped while it starts, nothing awaits its address.
  url.catch(() => {});
  return { url, ended, stop };
}

/** Headers of the connection with Prism. The connection with the caller has its own. */
const connectionHeaders = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date'];

async function sendToPrism(url: string, { path, ...request }: PrismRequest, signal: AbortSignal): Promise<Answer> {
  const response = await fetch(url + path, { ...request, signal });
  const headers = [...response.headers].filter(([name]) => !connectionHeaders.includes(name));
  return { status: response.status, headers: Object.fromEntries(headers), body: await response.text() };
}
