import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { type DebianProgram, findDebianProgram } from '@escrow-kit/suite/debian-program';
import { guardProcess } from '@escrow-kit/suite/process-guard';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { signedRequest } from '../src/index.ts';
import { createSqliteInbox } from '../src/sqlite-inbox/create-sqlite-inbox.ts';
import { readEngineExamples } from './support/guide-examples.ts';

const kills = 9;
const eventsPerKill = 30;
const retryInMs = 50;

/** In this package, so that the programs find what they import. */
let folder: string;
/** A Unix socket has a short path, and no port that another program may take. */
let socketFolder: string;
let redis: DebianProgram | undefined;

/** The endpoint that hands events on; it prints its port at once, even if Redis is down. */
const endpointProgram = `
import { once } from 'node:events';
import { server } from './receive.ts';
if (!server.listening) await once(server, 'listening');
console.log(server.address().port);
await import('./to-bullmq.ts');`;

/** The worker, which prints the id of each job that it starts. */
const workerProgram = `
import { worker } from './work.ts';
worker.on('active', (job) => console.log(job.id));`;

beforeAll(async () => {
  folder = await mkdtemp(join(import.meta.dirname, '../.readme-'));
  socketFolder = await mkdtemp(join(tmpdir(), 'redis-'));
  for (const [file, code] of await readEngineExamples()) {
    const onSocket = code.replace(/url: process.env\['REDIS_URL'\][^,]+/, `path: ${JSON.stringify(socketOf())}`);
    await writeFile(join(folder, file), onSocket);
  }
  await writeFile(join(folder, 'endpoint.ts'), endpointProgram);
  await writeFile(join(folder, 'worker.ts'), workerProgram);
  redis = await findDebianProgram({ name: 'redis-server', debianPackage: 'redis-server' });
});

afterAll(async () => {
  await redis?.remove();
  for (const each of [folder, socketFolder]) await rm(each, { recursive: true, force: true });
});

const socketOf = (): string => join(socketFolder, 'redis.sock');

/** A process that is killed and started again. */
interface Restartable {
  /** The lines that it has printed, over all its starts. */
  lines: string[];
  start(): Promise<void>;
  kill(): Promise<void>;
}

function restartable(run: () => ChildProcess): Restartable {
  let child: ChildProcess | undefined;
  const lines: string[] = [];
  return {
    lines,
    async start() {
      child = run();
      if (child.stdout) createInterface(child.stdout).on('line', (line) => lines.push(line));
      await guardProcess();
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'close');
    },
  };
}

const program = (file: string): Restartable =>
  restartable(() => spawn(process.execPath, [file], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] }));

/** With the settings that the chapter asks for. */
const server = ({ command, env }: DebianProgram): Restartable => {
  const settings = ['--appendonly', 'yes', '--appendfsync', 'always', '--maxmemory-policy', 'noeviction'];
  const place = ['--port', '0', '--unixsocket', socketOf(), '--dir', socketFolder];
  return restartable(() => spawn(command, [...place, ...settings], { env, stdio: 'ignore' }));
};

/** Sends an event until the endpoint has answered 200, and once again: as the service repeats one whose answer is lost. */
async function sendTwice(endpoint: Restartable, id: number): Promise<void> {
  const event = { status: 'PAID', milestoneId: `milestone-${id}`, referenceId: `reference-${id}` };
  for (let received = 0; received < 2; ) {
    const answer = await fetch(
      `http://127.0.0.1:${endpoint.lines.at(-1)}`,
      signedRequest({ event, secret: 'whsec_sandbox' }),
    ).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.status === 200) received += 1;
    else await delay(retryInMs);
  }
}

const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, index) => from + index);

/** How many events the worker has handled in its database. */
function countHandled(): number {
  const database = new DatabaseSync(join(folder, 'shop.db'), { readOnly: true });
  try {
    return Number(database.prepare('select count(*) as count from handled').get()?.['count']);
  } finally {
    database.close();
  }
}

test('HOOK-7 events that are handed to BullMQ take effect once, whatever of endpoint, worker and Redis is killed', async ({
  skip,
}) => {
  if (!redis) return skip('This machine has neither redis-server, nor apt to fetch it.');
  const [engine, endpoint, worker] = [server(redis), program('endpoint.ts'), program('worker.ts')] as const;
  const all = [engine, endpoint, worker];
  onTestFinished(() => Promise.all(all.map((each) => each.kill())).then(() => {}));
  // Redis comes last: the endpoint stores events before it has an engine.
  await endpoint.start();
  await worker.start();
  await expect.poll(() => endpoint.lines).toHaveLength(1);
  await Promise.all(range(0, eventsPerKill).map((id) => sendTwice(endpoint, id)));
  await engine.start();

  for (let kill = 0; kill < kills; kill += 1) {
    const sent = range((kill + 1) * eventsPerKill, eventsPerKill).map((id) => sendTwice(endpoint, id));
    const killed = all[kill % all.length];
    await Promise.race(sent);
    await killed?.kill();
    await killed?.start();
    await Promise.all(sent);
  }

  const count = (kills + 1) * eventsPerKill;
  // A job of a killed worker starts again after its lock of 30 s.
  await expect.poll(countHandled, { timeout: 180_000, interval: 500 }).toBe(count);
  await endpoint.kill();
  const inbox = createSqliteInbox({ path: join(folder, 'events.db') });
  expect(await inbox.counts()).toMatchObject({ pending: 0, dead: 0, quarantined: 0 });
  await inbox.close();
  expect(new Set(worker.lines).size).toBe(count);

  // An inbox that has forgotten everything hands everything on again.
  const started = worker.lines.length;
  for (const suffix of ['', '-wal', '-shm', '-processing'])
    await rm(join(folder, `events.db${suffix}`), { force: true });
  await endpoint.start();
  await expect.poll(() => endpoint.lines).toHaveLength(2 + kills / all.length);
  await Promise.all(range(0, count).map((id) => sendTwice(endpoint, id)));
  const again = createSqliteInbox({ path: join(folder, 'events.db') });
  await again.drain();
  await again.close();
  await sendTwice(endpoint, count);
  await expect.poll(countHandled).toBe(count + 1);

  expect(worker.lines.slice(started)).toHaveLength(1);
});
