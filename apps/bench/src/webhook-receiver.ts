/**
 * How many events a second one receiver stores durably, and how long the answers take: node:http, SQLite with an fsync
 * before each answer, 64 connections, the load in another process.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createWebhookReceiver, signedRequest } from '@escrow-kit/webhooks';
import { createNodeHandler } from '@escrow-kit/webhooks/node';
import { createSqliteInbox } from '@escrow-kit/webhooks/sqlite';
import { quantile } from './measure.ts';
import { listen } from './started-service.ts';

const secret = 'whsec_bench';
const connections = 64;
const seconds = 5;

/** The process under test; with `process` it handles the events as well. */
async function serve(path: string, mode: string): Promise<void> {
  const inbox = createSqliteInbox({ path });
  const receiver = createWebhookReceiver({ secrets: secret, inbox, handlers: { PAID: () => {} } });
  if (mode === 'process') receiver.start();
  const { port } = await listen(createNodeHandler(receiver));
  process.send?.(port);
  // On a busy machine the clock says little: the processor time is what an event costs.
  process.on('message', () => process.send?.(process.cpuUsage()));
  process.on('disconnect', () => process.exit());
}

async function usedTimeInUs(child: ChildProcess): Promise<number> {
  child.send('usage');
  const [{ user, system }] = (await once(child, 'message')) as [NodeJS.CpuUsage];
  return user + system;
}

async function measure(mode: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'escrow-bench-'));
  const path = join(folder, 'inbox.db');
  const child = fork(fileURLToPath(import.meta.url), ['serve', path, mode]);
  const [port] = (await once(child, 'message')) as [number];
  const requests = prepareRequests(1 + seconds, secret);
  await send(requests, { port, connections, seconds: 1 });
  const usedBefore = await usedTimeInUs(child);
  const latenciesInMs = await send(requests, { port, connections, seconds });
  const costInUs = ((await usedTimeInUs(child)) - usedBefore) / latenciesInMs.length;
  child.disconnect();
  await once(child, 'exit');
  const inbox = createSqliteInbox({ path });
  const { pending, processing } = await inbox.counts();
  const done = await inbox.find({ status: 'done', limit: 1_000_000 });
  await inbox.close();
  rmSync(folder, { recursive: true });
  const [p50, p99] = [0.5, 0.99].map((part) => `${quantile(latenciesInMs, part).toFixed(1)} ms`);
  const rate = `${Math.round(latenciesInMs.length / seconds)} events/s, p50 ${p50}, p99 ${p99}`;
  const stored = pending + processing + done.length;
  console.log(`${mode}: ${rate}, ${costInUs.toFixed(0)} us of processor time an event, ${stored} stored`);
}

/** More different events than any machine accepts in a second, signed before the clock starts. */
const preparedPerSecond = 30_000;

/** Raw requests with different signed events, more than are sent in this time. */
const prepareRequests = (seconds: number, secret: string): IterableIterator<Buffer> =>
  Array.from({ length: seconds * preparedPerSecond }, (_, index) => prepareRequest(index, secret)).values();

function prepareRequest(index: number, secret: string): Buffer {
  const event = { status: 'PAID', milestoneId: `milestone-${index}`, referenceId: `ref-${index}` };
  const { headers, body } = signedRequest({ event, secret });
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = `content-length: ${Buffer.byteLength(body)}\r\n`;
  return Buffer.from(`POST /webhooks HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join('')}${length}\r\n${body}`);
}

/** Sends one request at a time on each connection. Resolves with the time until each answer. */
async function send(
  requests: Iterator<Buffer>,
  { port, connections, seconds }: { port: number; connections: number; seconds: number },
): Promise<number[]> {
  const endsAt = performance.now() + seconds * 1_000;
  const latenciesInMs: number[] = [];
  async function sendInTurn(): Promise<void> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    await once(socket, 'connect');
    for (let next = requests.next(); performance.now() < endsAt && !next.done; next = requests.next()) {
      const sentAt = performance.now();
      socket.write(next.value);
      const [answer] = (await once(socket, 'data')) as [Buffer];
      if (!answer.toString('latin1').startsWith('HTTP/1.1 200')) throw new Error(answer.toString());
      latenciesInMs.push(performance.now() - sentAt);
    }
    socket.destroy();
  }
  await Promise.all(Array.from({ length: connections }, sendInTurn));
  return latenciesInMs;
}

const [command, path = '', mode = ''] = process.argv.slice(2);
if (command === 'serve') await serve(path, mode);
else for (const each of ['receive', 'process']) await measure(each);
