import { request } from 'node:http';
import { createPool } from '@escrow-kit/shared/postgres';
import { createDatabase } from '@escrow-kit/suite/postgres';
import { until } from '@escrow-kit/suite/until';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startEndpoint } from './support/endpoint.ts';
import { startTestRelay } from './support/start-test-relay.ts';

interface Sent {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  form?: Record<string, string>;
}

/** Requests with headers that `fetch` refuses to set. */
function send(url: string, { method = 'GET', path = '/', headers = {}, form = {} }: Sent) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const ofForm = method === 'GET' ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
    const sent = request(new URL(path, url), { method, headers: { ...ofForm, ...headers } }, (response) => {
      let body = '';
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    sent.on('error', reject).end(method === 'GET' ? undefined : new URLSearchParams(form).toString());
  });
}

test('dead events are forwarded again by a button', async () => {
  const shop = await startEndpoint();
  shop.answer = (response) => void response.writeHead(500).end();
  const relay = await startTestRelay({ shop: shop.url }, { giveUpAfterInMs: 0 });
  await relay.send({});
  const [inbox] = relay.targets.map((target) => target.inbox);
  await until(async () => expect(await inbox?.counts()).toMatchObject({ dead: 1 }));
  shop.answer = (response) => void response.end();

  const replay = { method: 'POST', path: '/targets/shop/replay' };
  expect(await send(relay.controlUrl, { ...replay, form: { key: 'other' } })).toMatchObject({ status: 404 });
  const json = { headers: { 'content-type': 'application/json' } };
  expect(await send(relay.controlUrl, { ...replay, ...json, form: { all: 'yes' } })).toMatchObject({ status: 400 });
  const multipart = { headers: { 'content-type': 'multipart/form-data' } };
  expect(await send(relay.controlUrl, { ...replay, ...multipart })).toMatchObject({ status: 400 });
  expect(shop.received).toHaveLength(1);
  expect(await send(relay.controlUrl, { ...replay, form: { all: 'yes' } })).toMatchObject({ status: 303 });

  await until(() => expect(shop.received).toHaveLength(2));
  await until(async () => expect(await inbox?.counts()).toMatchObject({ dead: 0, pending: 0 }));
});

test('another name of this machine and another site are refused', async () => {
  const shop = await startEndpoint();
  const relay = await startTestRelay({ shop: shop.url });
  const pause = { method: 'POST', path: '/targets/shop/pause' };

  expect(await send(relay.controlUrl, { headers: { host: 'evil.example' } })).toMatchObject({ status: 403 });
  expect(await send(relay.controlUrl, { ...pause, headers: { origin: 'https://evil.example' } })).toMatchObject({
    status: 403,
  });
  expect(await send(relay.controlUrl, { ...pause, headers: { 'sec-fetch-site': 'cross-site' } })).toMatchObject({
    status: 403,
  });
  // A page on another port of this machine.
  expect(await send(relay.controlUrl, { ...pause, headers: { origin: 'http://127.0.0.1:1' } })).toMatchObject({
    status: 403,
  });
  expect(await relay.targets[0]?.inbox.isPaused()).toBe(false);
});

test('with a token, the page and the metrics ask for it as a password', async () => {
  const shop = await startEndpoint();
  const relay = await startTestRelay({ shop: shop.url }, { controlToken: 'canary-token' });
  const authorization = (password: string) => `Basic ${Buffer.from(`any:${password}`).toString('base64')}`;
  const askWith = (password: string) =>
    send(relay.controlUrl, {
      path: '/metrics',
      headers: { host: 'relay.example', authorization: authorization(password) },
    });

  expect(await send(relay.controlUrl, {})).toMatchObject({ status: 401 });
  expect(await askWith('wrong')).toMatchObject({ status: 401 });
  expect(await askWith('canary-token')).toMatchObject({ status: 200 });
});

test('the metrics count what was received, forwarded and waits', async () => {
  const shop = await startEndpoint();
  const relay = await startTestRelay({ shop: shop.url });
  await relay.send({});
  await relay.send({});
  await fetch(relay.url, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } });
  await until(() => expect(shop.received).toHaveLength(1));

  await until(async () => {
    const { body } = await send(relay.controlUrl, { path: '/metrics' });
    expect(body).toContain('escrow_relay_received_total{outcome="stored"} 1');
    expect(body).toContain('escrow_relay_received_total{outcome="duplicate"} 1');
    expect(body).toContain('escrow_relay_received_total{outcome="refused"} 1');
    expect(body).toContain('escrow_relay_attempts_total{target="shop",outcome="accepted"} 1');
    expect(body).toContain('escrow_relay_events{target="shop",state="pending"} 0');
  });
});

test('while PostgreSQL is away the page says so, and the metrics of the relay itself are there', async () => {
  const databaseUrl = await createDatabase();
  const relay = await startTestRelay({ shop: (await startEndpoint()).url }, { store: { databaseUrl } });
  await relay.send({});
  const setAway = await steerDatabase(databaseUrl);

  await setAway(true);
  const page = await send(relay.controlUrl, {});
  const { status, body } = await send(relay.controlUrl, { path: '/metrics' });
  const pause = await send(relay.controlUrl, { method: 'POST', path: '/targets/shop/pause' });
  const ready = await fetch(new URL('/ready', relay.url));
  await setAway(false);

  expect(page).toMatchObject({
    status: 503,
    body: expect.stringContaining("can't use its store. The PostgreSQL inbox"),
  });
  expect(page.body).not.toMatch(/\n\s+at /);
  expect(status).toBe(200);
  expect(body).toContain('escrow_relay_received_total{outcome="stored"} 1');
  expect(body).toContain('escrow_relay_store_up{target="shop"} 0');
  expect(body).not.toMatch(/^escrow_relay_(events|oldest_event_seconds|paused)\{/m);
  expect(pause.status).toBe(503);
  expect(ready.status).toBe(503);
  expect(relay.news.filter(({ what }) => what === 'trouble')).not.toEqual([]);
  await until(async () => {
    const { body: back } = await send(relay.controlUrl, { path: '/metrics' });
    expect(back).toContain('escrow_relay_store_up{target="shop"} 1');
    expect(back).toContain('escrow_relay_paused{target="shop"} 0');
  });
});

/** Ends all connections to a database and refuses others, or accepts them again. */
async function steerDatabase(databaseUrl: string): Promise<(isAway: boolean) => Promise<void>> {
  const { pathname } = new URL(databaseUrl);
  const name = pathname.slice(1);
  const pool = createPool({ connectionString: new URL('/postgres', databaseUrl).href, max: 1 });
  onTestFinished(() => pool.end());
  return async (isAway) => {
    await pool.query(`alter database ${name} allow_connections ${!isAway}`);
    if (isAway) await pool.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  };
}

test('a store that gives no answer does not hold up the metrics', async () => {
  const databaseUrl = await createDatabase();
  const relay = await startTestRelay({ shop: (await startEndpoint()).url }, { store: { databaseUrl } });
  const pool = createPool({ connectionString: databaseUrl, max: 1 });
  await pool.query('begin; lock table escrow_relay_shop.events');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(async () => {
    vi.useRealTimers();
    await pool.end();
  });

  const asked = send(relay.controlUrl, { path: '/metrics' });
  let answered = false;
  asked.then(() => {
    answered = true;
  });
  while (!answered) {
    vi.advanceTimersByTime(1_000);
    await new Promise((resolve) => setImmediate(resolve));
  }

  expect((await asked).body).toContain('escrow_relay_store_up{target="shop"} 0');
});
