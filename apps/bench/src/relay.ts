/**
 * How many events a second a relay accepts and forwards beside a receiver that handles them itself: SQLite and PostgreSQL, 64
 * connections. Every server, and the endpoint, is a process of its own; each starts with an empty store in each round.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '@escrow-kit/suite/start-postgres';
import { createWebhookReceiver, type Inbox } from '@escrow-kit/webhooks';
import { createNodeHandler } from '@escrow-kit/webhooks/node';
import { createPostgresInbox } from '@escrow-kit/webhooks/postgres';
import { createSqliteInbox } from '@escrow-kit/webhooks/sqlite';
import { measureInTurn, medianOf, medianRatio, quantile } from './measure.ts';
import { prepareRequests, send } from './signed-load.ts';
import { listen } from './started-service.ts';

const secret = 'whsec_bench';
const connections = 64;
const seconds = 2;
const rounds = 5;

const builtRelay = fileURLToPath(
  new URL('./dist/command.js', import.meta.resolve('@escrow-kit/webhooks/package.json')),
);

/** A server that takes events. `handled` resolves with how many were handled or forwarded so far. */
interface ServerProcess {
  process: ChildProcess;
  port: number;
  handled(): Promise<number>;
}

type Store = { folder: string } | { databaseUrl: string };

/** A receiver whose handler only counts. */
async function serve(store: Store): Promise<void> {
  const inbox = (
    'folder' in store
      ? createSqliteInbox({ path: join(store.folder, 'inbox.db') })
      : createPostgresInbox({ connection: store.databaseUrl })
  ) as Inbox;
  await inbox.ready();
  let count = 0;
  const PAID = () => {
    count += 1;
  };
  const receiver = createWebhookReceiver({ secrets: secret, inbox, handlers: { PAID } });
  receiver.start();
  await answerFromProcess(createNodeHandler(receiver), () => count);
}

/** An endpoint that accepts everything. */
async function accept(): Promise<void> {
  let count = 0;
  await answerFromProcess(
    (request, response) => {
      count += 1;
      request.resume().on('end', () => response.end());
    },
    () => count,
  );
}

/** Serves, sends the port to the parent, and the count whenever it asks. */
async function answerFromProcess(listener: Parameters<typeof listen>[0], count: () => number): Promise<void> {
  const { port } = await listen(listener);
  process.send?.(port);
  process.on('message', () => process.send?.(count()));
  process.on('disconnect', () => process.exit());
}

async function forkSelf(...args: string[]): Promise<ServerProcess> {
  const child = fork(fileURLToPath(import.meta.url), args);
  const [port] = (await once(child, 'message')) as [number];
  return {
    process: child,
    port,
    async handled() {
      child.send('count');
      return ((await once(child, 'message')) as [number])[0];
    },
  };
}

const startReceiver = (store: Store): Promise<ServerProcess> => forkSelf('receiver', JSON.stringify(store));

/** Starts the built command. */
async function startRelay(store: Store, endpoint: ServerProcess): Promise<ServerProcess> {
  const before = await endpoint.handled();
  const child = spawn(
    process.execPath,
    [
      builtRelay,
      'relay',
      '--listen',
      '0',
      ...('folder' in store ? ['--store', store.folder] : ['--database-url', store.databaseUrl]),
      '--to',
      `http://127.0.0.1:${endpoint.port}/`,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, ESCROW_WEBHOOK_SECRET: secret } },
  );
  for await (const line of createInterface(child.stderr)) {
    const [, port] = /^Takes events at \S+:(\d+)\//.exec(line) ?? [];
    if (!port) continue;
    child.stderr.on('data', (text) => process.stderr.write(text)).resume();
    const handled = async () => (await endpoint.handled()) - before;
    return { process: child, port: Number(port), handled };
  }
  throw new Error('The relay ended without its address.');
}

interface RelayFigures {
  latenciesInMs: number[];
  acceptedPerSecond: number;
  handledPerSecond: number;
}

/** Sends for some seconds, then lets the server handle what it has for as long. */
async function measureOne(contender: ServerProcess): Promise<RelayFigures> {
  const requests = prepareRequests(1 + seconds, secret);
  const warmUp = await send(requests, { port: contender.port, connections, seconds: 1 });
  const latenciesInMs = await send(requests, { port: contender.port, connections, seconds });
  const handledBefore = await contender.handled();
  const beganAt = performance.now();
  const left = warmUp.length + latenciesInMs.length - handledBefore;
  let handled = 0;
  let elapsedInMs = 0;
  while (handled < left && elapsedInMs < seconds * 1_000) {
    await setTimeout(10);
    handled = (await contender.handled()) - handledBefore;
    elapsedInMs = performance.now() - beganAt;
  }
  contender.process.kill('SIGKILL');
  await once(contender.process, 'exit');
  return {
    latenciesInMs,
    acceptedPerSecond: latenciesInMs.length / seconds,
    handledPerSecond: left > 0 ? (handled * 1_000) / elapsedInMs : latenciesInMs.length / seconds,
  };
}

type RunName = 'receiver' | 'relay';

async function measure(kind: string, createStore: () => Promise<Store>, endpoint: ServerProcess): Promise<void> {
  const measured = await measureInTurn<RunName, RelayFigures>(
    {
      receiver: async () => measureOne(await startReceiver(await createStore())),
      relay: async () => measureOne(await startRelay(await createStore(), endpoint)),
    },
    { rounds },
  );
  for (const name of Object.keys(measured[0] ?? {}) as RunName[]) {
    const rateOf = (what: 'acceptedPerSecond' | 'handledPerSecond') => {
      const rates = measured.map((figures) => ({ this: figures[name][what], receiver: figures.receiver[what] }));
      return `${medianOf(rates, 'this').toFixed(0)}/s, ratio ${medianRatio(rates, 'this', 'receiver').toFixed(2)}`;
    };
    const latenciesInMs = measured.flatMap((figures) => figures[name].latenciesInMs);
    const accepted = `accepted ${rateOf('acceptedPerSecond')}, p99 ${quantile(latenciesInMs, 0.99).toFixed(1)} ms`;
    console.log(`${kind}, ${name}: ${accepted}; handled ${rateOf('handledPerSecond')}`);
  }
}

const [command, argument = ''] = process.argv.slice(2);
if (command === 'receiver') await serve(JSON.parse(argument));
else if (command === 'endpoint') await accept();
else {
  const folder = mkdtempSync(join(tmpdir(), 'escrow-bench-'));
  const endpoint = await forkSelf('endpoint');
  const server = await startPostgres({ isDurable: true });
  await measure('SQLite', async () => ({ folder: mkdtempSync(join(folder, 'store-')) }), endpoint);
  await measure('PostgreSQL', async () => ({ databaseUrl: await server.createDatabase() }), endpoint);
  endpoint.process.disconnect();
  await server.stop();
  rmSync(folder, { recursive: true });
}
