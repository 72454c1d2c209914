import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, type IncomingMessage, request, STATUS_CODES } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { listOperations, openApiDocument } from '@escrow-kit/spec';

/** A request. The path has the query; the body is empty if there is none. */
interface PrismRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** An HTTP answer. */
export type Answer = { status: number } & Pick<PrismRequest, 'headers' | 'body'>;

/** An error with its answer, for which the document has no example: `application/problem+json`, as Prism does. */
export function createProblem(status: number, detail: string) {
  const body = JSON.stringify({ type: 'about:blank', title: STATUS_CODES[status], status, detail });
  const headers = { 'content-type': 'application/problem+json', 'access-control-allow-origin': '*' };
  return Object.assign(new Error(detail), { answer: { status, headers, body } });
}

const require = createRequire(import.meta.url);
/** The main file of the package is its command. */
const prismCommand = require.resolve('@stoplight/prism-cli');

/**
 * Runs Prism's own command in a separate process: at once, and again when a request finds that it has ended. The limit is many
 * times what a start or an answer needs.
 *
 * States: running, ended, closed. A crash, a broken connection or an answer that takes too long ends Prism; the next request
 * starts a new one. `close` is final: a request then gets 503. At most one Prism runs.
 */
export function supervisePrism({ command = prismCommand, limitInMs = 30_000, onRestart = () => {} } = {}) {
  let prism = startPrism(command);
  let isClosed = false;
  return {
    /** Sends a request, and once more if Prism ends meanwhile. Throws a problem: 502 if it ends again, 504 if it hangs. */
    async send(request: PrismRequest, isRepeated = false): Promise<Answer> {
      if (isClosed) throw createProblem(503, 'The mock is closed.');
      if (prism.hasEnded()) {
        prism = startPrism(command);
        onRestart();
      }
      const { port, stop } = prism;
      const limit = AbortSignal.timeout(limitInMs);
      limit.onabort = stop;
      try {
        return await ask(await port, request);
      } catch {
        await stop();
      } finally {
        limit.onabort = null;
      }
      if (limit.aborted) throw createProblem(504, 'Prism took too long. Try again, or report this request.');
      if (isRepeated) throw createProblem(502, 'Prism crashed twice. Report this request.');
      return this.send(request, true);
    },
    /** Ends Prism for good. May be called again. */
    close() {
      isClosed = true;
      return prism.stop();
    },
  };
}

async function ask(port: number, { body, ...options }: PrismRequest): Promise<Answer> {
  const headers = { ...options.headers, 'content-length': Buffer.byteLength(body) };
  const sent = request({ ...options, headers, host: '127.0.0.1', port }).end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  // The caller's connection has its own.
  for (const name of ['connection', 'keep-alive']) delete response.headers[name];
  return { status: Number(response.statusCode), headers: response.headers, body: await text(response) };
}

/** A path of Prism where an operation answers any request: Prism follows `Prefer` only in requests that it accepts. */
export const answersPath = (operationId: string): string => `/answers/${operationId}`;

/** The document for Prism, with those paths. Callbacks go: Prism would call them at once, at addresses that a caller sent. */
function documentForPrism(): string {
  const document = structuredClone(openApiDocument);
  for (const { id, definition } of listOperations(document)) {
    delete (definition as { callbacks?: unknown }).callbacks;
    const { requestBody, ...answering } = definition;
    document.paths[answersPath(id)] = { get: { ...answering, parameters: [], security: [] } };
  }
  return JSON.stringify(document);
}

/** Runs in Prism before Prism itself: sends its port once it listens, and ends it with the mock's process, even by SIGKILL. */
const connectWithMock = `data:text/javascript,${encodeURIComponent(`
  import { subscribe } from 'node:diagnostics_channel';
  subscribe('tracing:net.server.listen:asyncEnd', ({ server }) => process.send(server.address().port));
  process.once('disconnect', () => process.exit());
  if (!process.connected) process.exit();`)}`;

/** Starts Prism on a free port. `port` resolves when it listens, and `stop` when the process has ended. */
function startPrism(command: string) {
  const file = join(tmpdir(), `escrow-prism-mock-${randomUUID()}.json`);
  writeFileSync(file, documentForPrism(), { flag: 'wx', mode: 0o600 });
  const args = ['--import', connectWithMock, command, 'mock', file, '-p', '0', '-h', '127.0.0.1'];
  // With NODE_ENV=production Prism would start a second process. The usual log would take a third of Prism's time.
  args.push('--multiprocess=false', '--verboseLevel=fatal');
  // Prism ends if nobody reads its stdout, so it has none. On stderr it says why it could not start.
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  // A process that could not be started emits no `close`.
  const ended = new Promise((resolve) => child.once('close', resolve).once('error', resolve));
  const stop = () => {
    // Prism has no state to save, and a hanging Prism would ignore a gentler signal.
    child.kill('SIGKILL');
    return ended;
  };
  const port = new Promise<number>((resolve, reject) => {
    child.once('message', (listening) => resolve(Number(listening)));
    ended.then(reject);
  }).finally(() => rmSync(file, { force: true }));
  return { port, stop, hasEnded: () => child.exitCode !== null || child.signalCode !== null };
}
