/**
 * How many events a second one receiver stores durably, and how long the answers take: node:http, SQLite with an fsync
 * before each answer, 64 connections, a load generator in another process.
 *
 *     node bench/receiver.ts [seconds]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createNodeHandler } from '../src/adapters/node.ts';
import { createWebhookReceiver } from '../src/index.ts';
import { createSqliteInbox } from '../src/sqlite-inbox/create-sqlite-inbox.ts';
import { type Measured, prepareLoad } from './generate-load.ts';

const secret = 'whsec_bench';
const connections = 64;
const script = fileURLToPath(import.meta.url);

/** The process under test; with `process` it handles the events as well. */
async function serve(path: string, mode: string): Promise<void> {
  const inbox = createSqliteInbox({ path });
  const receiver = createWebhookReceiver({ secrets: secret, inbox, handlers: { PAID: () => {} } });
  if (mode === 'process') receiver.start();
  const server = createServer(createNodeHandler(receiver)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.send?.((server.address() as AddressInfo).port);
  // On a busy machine the clock says little: the processor time is what an event costs.
  let before = process.cpuUsage();
  process.on('message', () => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    process.send?.(user + system);
  });
  process.on('disconnect', () => process.exit());
}

async function measure(mode: string, seconds: number): Promise<Measured & { stored: number; costInUs: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'escrow-bench-'));
  const path = join(folder, 'inbox.db');
  const child = spawn(process.execPath, [script, 'serve', path, mode], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [port] = await once(child, 'message');
  const load = await prepareLoad({ port: Number(port), secret, connections, seconds });
  child.send('usage');
  await once(child, 'message');
  const measured = await load();
  child.send('usage');
  const [usedInUs] = await once(child, 'message');
  child.disconnect();
  await once(child, 'exit');
  const inbox = createSqliteInbox({ path });
  const { pending, processing, done } = await inbox.counts();
  await inbox.close();
  rmSync(folder, { recursive: true });
  return { ...measured, stored: pending + processing + done, costInUs: Number(usedInUs) / measured.answered };
}

const [command, path = '', mode = ''] = process.argv.slice(2);
if (command === 'serve') await serve(path, mode);
else {
  for (const mode of ['receive', 'process']) {
    const { answered, stored, seconds, p50InMs, p99InMs, costInUs } = await measure(mode, Number(command ?? 5));
    const rate = `${Math.round(answered / seconds)} events/s, p50 ${p50InMs.toFixed(1)} ms, p99 ${p99InMs.toFixed(1)} ms`;
    console.log(`${mode}: ${rate}, ${costInUs.toFixed(0)} us of processor time an event, ${stored} stored`);
  }
}
