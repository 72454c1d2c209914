import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { type PendingStep, resolveStep } from '@escrow-kit/client';
import { createSqliteJournal } from '@escrow-kit/client/sqlite';
import { type Control, type Sandbox, startSandbox } from '@escrow-kit/sandbox';
import { createControl } from '@escrow-kit/sandbox-control';
import { isSoak } from '@escrow-kit/suite';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { proxy } from 'hono/proxy';
import { expect, onTestFinished, test } from 'vitest';

const program = fileURLToPath(new URL('../src/small-shop/shop.ts', import.meta.url));
const programWithSandbox = fileURLToPath(new URL('../src/shop-with-sandbox.ts', import.meta.url));
const order = { buyer: '+966500000002', item: 'table' };

const eventually = { timeout: 10_000, interval: 50 };

type Moment = 'before' | 'after';
/** The requests of an order up to the redirect to its first checkout: registrations, contract, milestones, parties, payment, ticket. */
const requestsOfAnOrder = 11;
const everyMoment = Array.from({ length: requestsOfAnOrder }, (_, index) => [
  ['before', index + 1] as const,
  ['after', index + 1] as const,
]).flat();
const fewMoments = [['after', 3] as const, ['before', 7] as const];

test.each<readonly [Moment, number]>(isSoak ? everyMoment : fewMoments)(
  'a shop that is killed %s request %i does each step once, and its order is paid once',
  async (moment, request) => {
    const { shop, proxy, sandbox, path } = await openShop();
    proxy.onRequest(request, moment, () => shop.kill());
    await shop.start();
    const open = async () => shop.get(`/orders/${await createOrder(shop)}/checkout`);
    await open().catch(() => {}); // the shop is killed meanwhile
    const found = findOrder(path);

    await resolveAll(path, sandbox); // the shop is not running
    await shop.start();
    const id = found ?? (await createOrder(shop));
    for (const paid of [0, 1]) {
      await expect.poll(() => countPaid(path), eventually).toBe(paid);
      await payAt(sandbox, await locationOf(shop, `/orders/${id}/checkout`));
    }

    await expect.poll(() => countPaid(path), eventually).toBe(2);
    const { contracts } = await sandbox.control.contracts();
    expect(contracts.map(({ milestones }) => milestones.length)).toEqual([2]);
    for (const { requests } of await Promise.all(
      ['addBankAccount', 'addAddress', 'createContract', 'addParties'].map((operationId) =>
        sandbox.control.requests({ operationId }),
      ),
    )) {
      expect(requests.filter(({ status }) => status === 200)).toHaveLength(1);
    }
  },
);

test('a new shop refuses invalid orders, stores nothing, logs no phone number, and opens simultaneous orders once', async () => {
  const { shop, sandbox, path } = await openShop();
  await shop.start();

  const bodies = [
    { ...order, buyer: '0500000002' },
    { ...order, buyer: { toString: 1 } },
    { ...order, item: '__proto__' },
    { ...order, item: 'x'.repeat(20_000) },
    [],
    null,
  ];
  const answers = await Promise.all(bodies.map((body) => shop.post('/orders', body)));
  const { status } = await shop.get('/orders/unknown/checkout');
  const refused = findOrder(path);
  const ids = await Promise.all([1, 2, 3].map(() => createOrder(shop)));
  await Promise.all(ids.map((id) => locationOf(shop, `/orders/${id}/checkout`)));

  expect([...answers.map((answer) => answer.status), status]).toEqual([400, 400, 400, 413, 400, 400, 404]);
  expect(refused).toBeUndefined();
  expect(shop.log()).not.toContain('500000002');
  expect((await sandbox.control.contracts()).contracts).toHaveLength(3);
});

test('npm run shop prints how to buy, an order is paid so, only the owner can open its files, and a signal leaves none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'shop-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const child = spawn(process.execPath, [programWithSandbox], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORT: String(await freePort()), TMPDIR: folder },
  });
  onTestFinished(() => void child.kill());
  let printed = '';
  for await (const line of createInterface({ input: child.stdout })) {
    printed += `${line}\n`;
    if (line.startsWith('Ctrl-C')) break;
  }
  const [, sandboxUrl = ''] = /^The sandbox: (\S+)/m.exec(printed) ?? [];
  const [, body = '', orders = ''] = /curl -d '(.+)' (\S+)/.exec(printed) ?? [];
  const [, checkout = ''] = /^ +(\S+checkout)$/m.exec(printed) ?? [];
  const [shopFolder = ''] = await readdir(folder);
  const files = ['', 'shop.db', 'shop.db-wal', 'shop.db-shm'].map((file) => join(folder, shopFolder, file));

  const { id } = (await (await fetch(orders, { method: 'POST', body })).json()) as { id: string };
  const open = async () => {
    const { headers } = await fetch(checkout.replace('ID', id), { redirect: 'manual' });
    return String(headers.get('location'));
  };
  for (const paid of [1, 2]) {
    await payAt({ control: createControl(sandboxUrl) }, await open());
    await expect.poll(() => countPaid(String(files[1])), eventually).toBe(paid);
  }
  const last = await open();
  const modes = files.map((file) => statSync(file).mode & 0o777);
  child.kill('SIGINT');
  const [code] = await once(child, 'exit');

  expect(last).toBe('/thanks');
  expect(modes).toEqual([0o700, 0o600, 0o600, 0o600]);
  expect(code).toBe(0);
  expect(existsSync(join(folder, shopFolder))).toBe(false);
});

/**
 * A shop with its own database and a proxy in front of its sandbox. `start` runs it in a process, after killing an earlier one; `kill`
 * ends it with SIGKILL. The database survives both.
 */
async function openShop() {
  const folder = await mkdtemp(join(tmpdir(), 'escrow-shop-'));
  const path = join(folder, 'shop.db');
  const proxy = await startProxy();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const sandbox = await startSandbox({ publicUrl: proxy.url, webhookUrl: `${url}/webhooks` });
  proxy.forwardTo(sandbox.url);
  let child: ChildProcess | undefined;
  let log = '';

  async function kill(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async function start(): Promise<void> {
    await kill();
    const environment = { ...process.env, SHOP_DATABASE: path, SERVICE_URL: proxy.url, PORT: String(port) };
    child = spawn(process.execPath, [program], { env: environment, stdio: ['ignore', 'ignore', 'pipe'] });
    child.stderr?.setEncoding('utf8').on('data', (text) => {
      log += text;
    });
    await expect.poll(async () => (await fetch(url)).status, eventually).toBe(404);
  }

  onTestFinished(async () => {
    await kill();
    await sandbox.close();
    await proxy.close();
    await rm(folder, { recursive: true, force: true });
  });
  const post = (at: string, body: unknown) => fetch(`${url}${at}`, { method: 'POST', body: JSON.stringify(body) });
  const get = (at: string) => fetch(`${url}${at}`, { redirect: 'manual' });
  return { shop: { start, kill, post, get, log: () => log }, proxy, sandbox, path };
}

type Shop = Awaited<ReturnType<typeof openShop>>['shop'];

/** Forwards requests. For one of them, runs a function before or after it, and never answers. */
async function startProxy() {
  let target = '';
  let count = 0;
  let planned: { request: number; moment: Moment; act: () => Promise<void> } | undefined;
  const app = new Hono().all('*', async ({ req }) => {
    const isPlanned = ++count === planned?.request;
    if (!isPlanned || planned?.moment === 'after') {
      const { pathname, search } = new URL(req.url);
      const answer = await proxy(`${target}${pathname}${search}`, { ...req, redirect: 'manual' });
      if (!isPlanned) return answer;
    }
    await planned?.act();
    return new Promise<Response>(() => {});
  });
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  const url = `http://127.0.0.1:${await listen(server)}`;
  return {
    url,
    forwardTo(url: string) {
      target = url;
    },
    onRequest(request: number, moment: Moment, act: () => Promise<void>) {
      planned = { request, moment, act };
    },
    close: () => close(server),
  };
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function close(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await close(server);
  return port;
}

/** Finds the id of a shop's order; undefined if it has none. */
const findOrder = (path: string) => readFrom(path, 'select id from orders')?.['id'];

const countPaid = (path: string) => readFrom(path, 'select count(*) as n from paid')?.['n'];

function readFrom(path: string, sql: string): Record<string, unknown> | undefined {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
  const row = database.prepare(sql).get();
  database.close();
  return row;
}

/** Places an order, and returns its id. */
async function createOrder(shop: Shop): Promise<string> {
  const response = await shop.post('/orders', order);
  if (response.status !== 201) throw new Error(`The shop answered ${response.status}.`);
  const { id } = (await response.json()) as { id: string };
  return id;
}

/** Resolves the pending steps of the killed process from the service's data, as an operator would. */
async function resolveAll(path: string, { control }: Sandbox): Promise<void> {
  const journal = createSqliteJournal({ path });
  for (const pending of await journal.listPendingSteps()) {
    const result = await findResult(control, pending);
    await resolveStep(journal, pending, result ? 'succeeded' : 'not-sent', result);
  }
  await journal.close();
}

/** Finds the result of a step; undefined if the service did not carry it out. */
async function findResult(control: Control, { key, step }: PendingStep) {
  const [{ users }, { contracts }] = await Promise.all([control.users(), control.contracts()]);
  // Only the one seller has these.
  if (step === 'addBankAccount') return users.some(({ bankAccounts }) => bankAccounts > 0) ? {} : undefined;
  if (step === 'addAddress') return users.some(({ addresses }) => addresses > 0) ? {} : undefined;
  const contract = contracts.find(({ title }) => title === key.replace('order-', 'Order '));
  if (step === 'createContract') return contract && { id: contract.contractId };
  const milestones = contract?.milestones ?? [];
  if (step === 'addParties') return milestones.some(({ state }) => state !== 'CREATED') ? {} : undefined;
  const { milestoneId } = milestones[Number(step.replace('addMilestones.', '')) - 1] ?? {};
  if (milestoneId === undefined) return undefined;
  const { itemPrice, fee, feePercentage } = await control.milestone(milestoneId);
  return { id: milestoneId, itemPrice, fee, feePercentage };
}

async function locationOf(shop: Shop, at: string): Promise<string> {
  let location: string | null = null;
  const ask = async () => {
    const answer = await shop.get(at).catch(shop.start); // It may have been killed meanwhile.
    location = answer?.headers.get('location') ?? null;
    return answer?.status;
  };
  await expect.poll(ask, eventually).toBe(303);
  return String(location);
}

async function payAt({ control }: { control: Control }, location: string): Promise<void> {
  const { session } = await control.openCheckout(location);
  await control.giveCheckoutConsent(session, true);
  await control.payCheckout(session);
}
