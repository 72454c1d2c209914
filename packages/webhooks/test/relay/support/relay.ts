import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@escrow-kit/tools/temporary-folder';
import { onTestFinished } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { type EventToSend, signedRequest } from '../../../src/index.ts';
import type { LogEntry } from '../../../src/relay/output.ts';
import { type Relay, type RelayOptions, startRelay } from '../../../src/relay/relay.ts';
import { compileCache } from '../../inbox/support/processes.ts';
import { listenOn } from '../../support/listen.ts';
import { secret } from '../../support/receiver.ts';

/** A request that an endpoint got. */
interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** An endpoint of a user, in whatever language. */
export interface Endpoint {
  url: string;
  received: Received[];
  /** How it answers from now on. Default: 200. */
  answer: (response: ServerResponse, request: Received) => void;
}

export async function startEndpoint(): Promise<Endpoint> {
  const server = createServer(async (request, response) => {
    const received = { headers: request.headers, body: await text(request) };
    endpoint.received.push(received);
    endpoint.answer(response, received);
  });
  const endpoint: Endpoint = {
    url: `${await listenOn(server)}/webhooks`,
    received: [],
    answer: (response) => void response.end(),
  };
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return endpoint;
}

/** Sends an event as the service does, and resolves with the status of the answer. */
type Send = (event?: Partial<EventToSend>) => Promise<number>;

const sendTo =
  (url: () => string | Promise<string>): Send =>
  async (fields) => {
    const event = { status: 'PAID', milestoneId: 'milestone-1', referenceId: 'reference-1', ...fields };
    const response = await fetch(await url(), signedRequest({ event, secret }));
    await response.text();
    return response.status;
  };

export interface TestRelay extends Relay {
  entries: LogEntry[];
  send: Send;
}

/** Starts a relay in this process on a free port, with a store of its own unless one is given. */
export async function startTestRelay(
  to: string,
  { now, ...options }: Partial<RelayOptions> & { now?: () => Date } = {},
): Promise<TestRelay> {
  const entries: LogEntry[] = [];
  const relay = await startRelay(
    {
      to: new URL(to),
      listen: { host: '127.0.0.1', port: 0 },
      store: options.store ?? { folder: temporaryFolder() },
      events: {},
      secrets: { list: [secret] },
      ...options,
    },
    (entry) => entries.push(entry),
    now,
  );
  onTestFinished(() => relay.close());
  return { ...relay, entries, send: sendTo(() => relay.url) };
}

const command = fileURLToPath(new URL(`../../../${manifest.bin['escrow-webhooks']}`, import.meta.url));

/** A relay in a process of its own, which may be killed and started again. */
export interface RelayProcess {
  /** Its address of events, once it is up; rejects with its output if it ends before. */
  url(): Promise<string>;
  send: Send;
  /** Resolves with the exit code or the signal that ended it. */
  ended(): Promise<number | NodeJS.Signals | null>;
  /** Sends a signal that ends it. */
  end(signal: NodeJS.Signals): ReturnType<RelayProcess['ended']>;
  signal(signal: NodeJS.Signals): void;
  restart(): void;
  errors(): string;
  /** The lines of its output. */
  lines(): string[];
}

/** Starts `escrow-webhooks relay` with these arguments, on a free port and with the secret of tests unless others are given. */
export function startRelayProcess(args: readonly string[], env: Readonly<Record<string, string>> = {}): RelayProcess {
  let errors = '';
  const lines: string[] = [];
  let running: ChildProcess;
  let listening: Promise<string>;

  function start(): void {
    const child = spawn(process.execPath, [command, 'relay', ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        NODE_COMPILE_CACHE: compileCache,
        RELAY_LISTEN: '0',
        ESCROW_WEBHOOK_SECRET: secret,
        ...env,
      },
    });
    running = child;
    const url = Promise.withResolvers<string>();
    listening = url.promise;
    listening.catch(() => {});
    createInterface({ input: child.stderr }).on('line', (line) => {
      errors += `${line}\n`;
      const [, address] = /^Receives events at (\S+)$/.exec(line) ?? [];
      if (address) url.resolve(address);
    });
    createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
    child.once('close', () => url.reject(new Error(`The relay ended: ${errors}`)));
  }

  async function ended(): ReturnType<RelayProcess['ended']> {
    // Once its output has been read.
    if (running.exitCode === null && running.signalCode === null) await once(running, 'close');
    return running.exitCode ?? running.signalCode;
  }

  function end(signal: NodeJS.Signals): ReturnType<RelayProcess['ended']> {
    running.kill(signal);
    return ended();
  }

  start();
  onTestFinished(() => end('SIGKILL').then(() => {}));
  return {
    url: () => listening,
    send: sendTo(() => listening),
    ended,
    end,
    signal: (signal) => void running.kill(signal),
    restart: start,
    errors: () => errors,
    lines: () => lines,
  };
}
