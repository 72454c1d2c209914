import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type PendingStep, resolveStep } from '@escrow-kit/client';
import { createSqliteJournal } from '@escrow-kit/client/sqlite';
import { type Control, type Sandbox, startSandbox } from '@escrow-kit/sandbox';
import { temporaryFolder } from '@escrow-kit/tools/temporary-folder';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { proxy } from 'hono/proxy';
import { expect, onTestFinished, test } from 'vitest';
import { freePort, spawnShop } from './spawn-shop.ts';

const eventually = { interval: 50 };

/** When a shop is killed. */
interface Moment {
  request: number;
  moment: 'before' | 'after';
}

/** The requests of an order up to the redirect to its first checkout: registrations, contract, milestones, parties, payment, ticket. */
const requestsOfAnOrder = 11;
const moments = Array.from({ length: requestsOfAnOrder }, (_, index) => index + 1).flatMap((request): Moment[] => [
  { request, moment: 'before' },
  { request, moment: 'after' },
]);

test.each(moments)(
  'a shop that is killed $moment request $request does each step once, and its order is paid once',
  async (moment) => {
    const { shop, proxy, sandbox, path } = await openShop();
    proxy.stopAt = { ...moment, act: shop.kill };
    await shop.start();
    const open = async () => shop.get(`/orders/${await createOrder(shop)}/checkout`);
    await open().catch(() => {}); // the shop is killed meanwhile
    const found = findOrder(path);

    await resolveAll(path, sandbox); // the shop is not running
    await shop.start();
    const id = found ?? (await createOrder(shop));
    for (const paid of [0, 1]) {
      await expect.poll(() => countPaid(path), eventually).toBe(paid);
      const checkout = await locationOf(shop, `/orders/${id}/checkout`);
      const { session } = await sandbox.control.openCheckout(checkout);
      await sandbox.control.giveCheckoutConsent(session, true);
      await sandbox.control.payCheckout(session);
    }

    await expect.poll(() => countPaid(path), eventually).toBe(2);
    const { contracts } = await sandbox.control.contracts();
    expect(contracts.map(({ milestones }) => milestones.length)).toEqual([2]);
    for (const operationId of ['addBankAccount', 'addAddress', 'createContract', 'addParties']) {
      const { requests } = await sandbox.control.requests({ operationId });
      expect(requests.filter(({ status }) => status === 200)).toHaveLength(1);
    }
  },
);

/**
 * A shop with its own database and a proxy in front of its sandbox. `start` runs it in a process, after killing an earlier one. The
 * database survives.
 */
async function openShop() {
  const path = join(temporaryFolder(), 'shop.db');
  const proxy = await startProxy();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const sandbox = await startSandbox({ publicUrl: proxy.url, webhookUrl: `${url}/webhooks` });
  proxy.target = sandbox.url;
  let running: Awaited<ReturnType<typeof spawnShop>> | undefined;
  const kill = async () => void (await running?.end('SIGKILL'));
  const start = async () => {
    await kill();
    running = await spawnShop('small-shop/shop.ts', port, { SHOP_DATABASE: path, SERVICE_URL: proxy.url });
  };

  onTestFinished(async () => {
    await kill();
    await sandbox.close();
    proxy.close();
  });
  const post = (at: string, body: unknown) => fetch(`${url}${at}`, { method: 'POST', body: JSON.stringify(body) });
  const get = (at: string) => fetch(`${url}${at}`, { redirect: 'manual' });
  return { shop: { start, kill, post, get }, proxy, sandbox, path };
}

type Shop = Awaited<ReturnType<typeof openShop>>['shop'];

/** Forwards requests to `target`. For the request to `stopAt`, runs a function before or after it, and never answers. */
async function startProxy() {
  let count = 0;
  const app = new Hono().all('*', async ({ req }) => {
    const stop = ++count === started.stopAt?.request ? started.stopAt : undefined;
    if (stop?.moment !== 'before') {
      const { pathname, search } = new URL(req.url);
      const answer = await proxy(`${started.target}${pathname}${search}`, { ...req, redirect: 'manual' });
      if (!stop) return answer;
    }
    await stop?.act();
    return new Promise<Response>(() => {});
  });
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server;
  await once(server, 'listening');
  const started = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    target: '',
    stopAt: undefined as (Moment & { act(): Promise<void> }) | undefined,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
  return started;
}

const findOrder = (path: string) => readFrom(path, 'select id as value from orders');
const countPaid = (path: string) => readFrom(path, 'select count(*) as value from paid');

function readFrom(path: string, sql: string): unknown {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
  const row = database.prepare(sql).get();
  database.close();
  return row?.['value'];
}

/** Places an order, and returns its id. */
async function createOrder(shop: Shop): Promise<string> {
  const answer = await shop.post('/orders', { buyer: '+966500000001', item: 'table' });
  const { id } = (await answer.json()) as { id: string };
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

/** Asks until the shop redirects: after its start, it may still be opening the same order. */
async function locationOf(shop: Shop, at: string): Promise<string> {
  const answers: Response[] = [];
  const ask = async () => answers.unshift(await shop.get(at)) && answers[0]?.status;
  await expect.poll(ask, eventually).toBe(303);
  return String(answers[0]?.headers.get('location'));
}
