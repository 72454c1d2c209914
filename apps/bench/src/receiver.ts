// How many events one receiver stores durably in a second: node:http, SQLite with an fsync before each answer, 64 connections. The
// receiver runs in a separate process.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { measureInTurn, quantile, report } from './measure.ts';
import { builtFile } from './services.ts';

const builtWebhooks = (file?: string) => import(builtFile('@escrow-kit/webhooks', file));
const { createWebhookReceiver, signedRequest }: typeof import('@escrow-kit/webhooks') = await builtWebhooks();
const { createNodeHandler }: typeof import('@escrow-kit/webhooks/node') = await builtWebhooks('node');
const { createSqliteInbox }: typeof import('@escrow-kit/webhooks/sqlite') = await builtWebhooks('sqlite');

const secret = 'whsec_bench';
const connections = 64;
const secondsOfARound = 2;

/** Measures and reports. */
export async function measureReceiver(): Promise<void> {
  const latenciesInMs: number[] = [];
  const rate = (mode: string) => async (): Promise<number> => {
    const { requests, latency } = await measure(mode);
    latenciesInMs.push(latency.p99);
    return requests.average;
  };
  const contenders = { 'only stores': rate('store'), 'stores and handles': rate('handle') };
  report('Receiver: events per second', await measureInTurn(contenders), ['only stores']);
  console.log(`p99 latency: ${quantile(latenciesInMs)} ms, the median of all rounds`);
}

/** Sends new events to a new receiver for a round. */
async function measure(mode: string): Promise<autocannon.Result> {
  const folder = mkdtempSync(join(tmpdir(), 'escrow-bench-'));
  const child = fork(fileURLToPath(import.meta.url), ['serve', join(folder, 'inbox.db'), mode]);
  const [port] = (await once(child, 'message')) as [number];
  let sent = 0;
  const setupRequest = (request: autocannon.Request) => {
    sent += 1;
    const event = { status: 'PAID', milestoneId: `milestone-${sent}`, referenceId: `reference-${sent}` } as const;
    return Object.assign(request, signedRequest({ event, secret }));
  };
  const url = `http://127.0.0.1:${port}`;
  const result = await autocannon({ url, connections, duration: secondsOfARound, requests: [{ setupRequest }] });
  child.disconnect();
  await once(child, 'exit');
  rmSync(folder, { recursive: true });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refused, ${result.errors} failed`);
  return result;
}

/** The receiver, until the parent process disconnects. */
function serve(path: string, mode: string): void {
  const inbox = createSqliteInbox({ path });
  const receiver = createWebhookReceiver({ secrets: secret, inbox, handlers: { PAID: () => {} } });
  if (mode === 'handle') receiver.start();
  const server = createServer(createNodeHandler(receiver));
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  process.once('disconnect', () => process.exit());
}

const [command, path = '', mode = ''] = process.argv.slice(2);
if (command === 'serve') serve(path, mode);
