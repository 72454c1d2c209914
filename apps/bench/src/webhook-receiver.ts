/**
 * How many events a second one receiver stores durably, and how long the answers take: node:http, SQLite with an fsync
 * before each answer, 64 connections, the load in another process.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createWebhookReceiver } from '@escrow-kit/webhooks';
import { createNodeHandler } from '@escrow-kit/webhooks/node';
import { createSqliteInbox } from '@escrow-kit/webhooks/sqlite';
import { quantile } from './measure.ts';
import { prepareRequests, send } from './signed-load.ts';
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

const [command, path = '', mode = ''] = process.argv.slice(2);
if (command === 'serve') await serve(path, mode);
else for (const each of ['receive', 'process']) await measure(each);
