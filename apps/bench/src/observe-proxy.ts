/**
 * What `contract-tests observe` costs: the latency of a call and the calls per second with and without it, in turn in each round, and
 * its memory. Application, service and observe are processes of their own; the service answers at once.
 */
import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'undici';
import { measureInTurn, medianOf, quantile, report } from './measure.ts';

const rounds = 9;
const callsPerLatency = 500;
const callsPerRate = 4_000;
const connections = 200;
const exchangesForMemory = 100_000;
/** No more than may wait, so that none is left out. */
const callsAtATime = 5_000;

const builtCommand = fileURLToPath(new URL('../../../packages/contract-tests/dist/command.js', import.meta.url));

const call = { method: 'GET' as const, path: '/users/usr_1', headers: { authorization: 'Bearer key_bench' } };

async function measure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'escrow-bench-'));
  const service = fork(fileURLToPath(new URL('./clients/answering-server.ts', import.meta.url)));
  const [port] = (await once(service, 'message')) as [number];
  const direct = `http://127.0.0.1:${port}`;
  const observe = await startObserve(direct, join(folder, 'latency'));
  const contenders = {
    direct: () => latencyInMs(direct),
    observed: () => latencyInMs(observe.url),
    'direct rate': () => callsPerSecond(direct, callsPerRate),
    'observed rate': () => callsPerSecond(observe.url, callsPerRate),
  };
  const measured = await measureInTurn(contenders, { rounds, warmUpRounds: 2 });
  const added = measured.map((figures) => figures.observed - figures.direct);
  report('latency of a call, direct', medianOf(measured, 'direct'), { unit: 'ms' });
  report('latency of a call, observed', medianOf(measured, 'observed'), { unit: 'ms' });
  report('added by observe, at the median', quantile(added), { unit: 'ms', promise: '<= 1 ms' });
  report(`calls on ${connections} connections, direct`, medianOf(measured, 'direct rate'), { unit: 'per second' });
  report(`calls on ${connections} connections, observed`, medianOf(measured, 'observed rate'), { unit: 'per second' });
  await end(observe);
  await measureJudging(direct, join(folder, 'judging'));
  service.disconnect();
  rmSync(folder, { recursive: true });
}

/** Sends no faster than exchanges are judged and kept, so that all are. */
async function measureJudging(service: string, store: string): Promise<void> {
  const observe = await startObserve(service, store);
  const countKept = createLineCounter(store);
  const begin = performance.now();
  for (let sent = callsAtATime; sent <= exchangesForMemory; sent += callsAtATime) {
    await callsPerSecond(observe.url, callsAtATime);
    // The first line of the file is its format.
    while ((await countKept()) < sent + 1) await setTimeout(10);
    if (sent === exchangesForMemory / 10 || sent === exchangesForMemory)
      report(`memory after ${sent} judged exchanges`, memoryInMegabytes(observe.process), { unit: 'MB' });
  }
  const seconds = (performance.now() - begin) / 1000;
  report('exchanges judged and kept', exchangesForMemory / seconds, { unit: 'per second' });
  if ((await end(observe)) !== 0) throw new Error('observe left out exchanges.');
}

/** Counts the lines of the one file in a folder, and reads each only once. */
function createLineCounter(folder: string): () => Promise<number> {
  let [lines, start] = [0, 0];
  return async () => {
    for (const file of readdirSync(folder)) {
      for await (const chunk of createReadStream(join(folder, file), { start })) {
        start += chunk.length;
        for (const byte of chunk as Buffer) if (byte === 0x0a) lines += 1;
      }
    }
    return lines;
  };
}

/** Resolves with the exit code once every exchange is judged and kept. */
async function end({ process }: { process: ChildProcess }): Promise<number> {
  process.kill();
  const [code] = await once(process, 'exit');
  return code;
}

async function startObserve(service: string, store: string): Promise<{ url: string; process: ChildProcess }> {
  const args = ['observe', '--url', service, '--port', '0', '--store', store];
  const child = spawn(process.execPath, [builtCommand, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  for await (const line of createInterface(child.stderr)) {
    const url = /application (\S+)/.exec(line)?.[1];
    if (!url) continue;
    child.stderr.on('data', (text) => process.stderr.write(text)).resume();
    return { url, process: child };
  }
  throw new Error('observe ended without its address.');
}

/** The median of calls one after another on one connection. */
async function latencyInMs(url: string): Promise<number> {
  const client = new Client(url);
  const latencies: number[] = [];
  for (let count = 0; count < callsPerLatency; count += 1) {
    const begin = performance.now();
    await answerOf(client);
    latencies.push(performance.now() - begin);
  }
  await client.close();
  return quantile(latencies);
}

async function callsPerSecond(url: string, calls: number): Promise<number> {
  const clients = Array.from({ length: connections }, () => new Client(url));
  let left = calls;
  const begin = performance.now();
  await Promise.all(
    clients.map(async (client) => {
      while (left-- > 0) await answerOf(client);
    }),
  );
  const seconds = (performance.now() - begin) / 1000;
  await Promise.all(clients.map((client) => client.close()));
  return calls / seconds;
}

async function answerOf(client: Client): Promise<void> {
  const { statusCode, body } = await client.request(call);
  await body.dump();
  if (statusCode !== 200) throw new Error(`The answer is ${statusCode}.`);
}

const memoryInMegabytes = ({ pid }: ChildProcess): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;

await measure();
