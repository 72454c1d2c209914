import { once } from 'node:events';
import { type ClientRequest, createServer, type IncomingMessage, type RequestOptions, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signedRequest } from '@escrow-kit/webhooks';
import { expect, onTestFinished, test } from 'vitest';
import { createApp } from '../src/pages/create-app.ts';
import { untilHandled } from './support/events.ts';
import { orderOf } from './support/people.ts';
import { usedBrowser } from './support/shoppers.ts';
import { operatorPassword, usedShops } from './support/test-shop.ts';

const shops = usedShops();
const openWindow = usedBrowser();

const authorization = `Basic ${btoa(`operator:${operatorPassword}`)}`;

test('an attacker whose host name resolves to this machine can read nothing and mark nothing as paid', async () => {
  const testShop = await shops.open('SQLite');
  const { buyer, orderPath, milestoneIds } = await orderOf(testShop);
  const port = await serveBefore(testShop.shop.url, '/attack', '<p>Look at this</p>');
  const page = await openWindow();
  const attack = async (host: string, referenceId: string): Promise<number[]> => {
    await page.goto(`http://${host}:${port}/attack`);
    return page.evaluate(
      async ({ headers, form }) => {
        const send = async (path: string, init: RequestInit = {}) => (await fetch(path, { headers, ...init })).status;
        const marked = await send('/operator/events', { method: 'POST', body: new URLSearchParams(form) });
        return [marked, await send('/'), await send('/operator'), await send('/seller')];
      },
      { headers: { authorization }, form: { milestoneId: milestoneIds[0], referenceId } },
    );
  };

  const answers = await attack('rebound.example', 'stolen');
  await untilHandled(testShop);
  const order = await buyer.get(orderPath);
  const ownAnswers = await attack('localhost', 'own');
  await untilHandled(testShop);

  expect(answers).toEqual([403, 403, 403, 403]);
  expect(order.text).toContain('Not paid yet');
  // Under the shop's own name the same page succeeds, so only the name was refused.
  expect(ownAnswers).toEqual([200, 200, 200, 200]);
  expect((await buyer.get(orderPath)).text).toContain('Payment reference own');
});

test("a form that an attacker's page sends to the shop under the attacker's host name is refused", async () => {
  const testShop = await shops.open('SQLite');
  const { buyer, orderPath, milestoneIds } = await orderOf(testShop);
  const form = `<form method="post" action="/operator/events"><input name="milestoneId" value="${milestoneIds[0]}">
    <input name="referenceId" value="stolen"><button>Play</button></form>`;
  const port = await serveBefore(testShop.shop.url, '/attack', form);
  const page = await openWindow({ httpCredentials: { username: 'operator', password: operatorPassword } });
  await page.goto(`http://rebound.example:${port}/attack`);

  await page.getByRole('button', { name: 'Play' }).click();

  await page.getByText('The shop has another address').waitFor();
  expect((await buyer.get(orderPath)).text).toContain('Not paid yet');
});

test('every page refuses another host, and says which variable to set', async () => {
  const { shop } = await shops.open('SQLite');
  const hosts = ['stranger.example', 'localhost.stranger.example', '127.0.0.1.stranger.example', '0.0.0.0', '10.0.0.1'];
  const paths = ['/', '/orders', '/seller', '/operator', '/styles.css', '/shop.js', '/nowhere'];

  const answers = await Promise.all(
    hosts.flatMap((host) => paths.map((path) => send(shop.url, { path, headers: { host, authorization } }))),
  );

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]));
  expect(answers.every(({ text }) => text.includes('set SHOP_URL to it'))).toBe(true);
});

test('requests to loopback and to the host of SHOP_URL are answered, on any port', async () => {
  const { shop } = await shops.open('SQLite');
  const app = await createApp({ ...shop, config: { ...shop.config, url: 'https://shop.example' } });
  const statusAt = async (url: string) => (await app.request(url)).status;

  const answers = await Promise.all(
    [
      'https://shop.example/',
      'http://shop.example:8080/',
      'http://127.0.0.1:4030/',
      'http://[::1]:4030/',
      'http://shop.localhost/',
      'https://other.example/',
    ].map(statusAt),
  );

  expect(answers).toEqual([200, 200, 200, 200, 200, 403]);
});

test('behind a TLS proxy, forms from the origin of SHOP_URL are accepted, others refused', async () => {
  const { shop } = await shops.open('SQLite');
  const app = await createApp({
    ...shop,
    url: 'https://shop.example',
    config: { ...shop.config, url: 'https://shop.example' },
  });
  const statusFrom = async (origin: string) => {
    const headers = { origin, 'content-type': 'application/x-www-form-urlencoded' };
    return (await app.request('http://shop.example/seller', { method: 'POST', headers, body: 'a=b' })).status;
  };

  expect([await statusFrom('https://shop.example'), await statusFrom('https://other.example')]).toEqual([400, 403]);
});

test('HOOK-2 a signed webhook is accepted under any host name, an unsigned one is refused', async () => {
  const { shop } = await shops.open('SQLite');
  const event = { status: 'PAID', milestoneId: 'of nobody', referenceId: 'a' };
  const { method, headers, body } = signedRequest({ event, secret: shop.config.webhookSecret });
  const sendTo = (signed: Record<string, string>) =>
    send(shop.url, { path: '/webhooks', method, headers: { ...signed, host: 'hooks.example' } }, (sent) =>
      sent.end(body),
    );

  const answers = [await sendTo(headers), await sendTo({ 'content-type': 'application/json' })];

  expect(answers.map(({ status }) => status)).toEqual([200, 401]);
});

test.each([
  ['announced by its content-length', { 'content-length': String(200 * 1024 * 1024) }],
  ['in chunks of unknown number', { 'transfer-encoding': 'chunked' }],
])('a form that is too large is refused before its end: %s', async (_name, length) => {
  const { shop } = await shops.open('SQLite');
  const { origin } = new URL(shop.url);
  const headers = { ...length, origin, 'content-type': 'application/x-www-form-urlencoded' };

  const answers = await Promise.all(
    ['/seller', '/nowhere'].map((path) =>
      // The request never ends, so the answer comes before the whole form was read.
      send(shop.url, { path, method: 'POST', headers }, (sent) => void sent.write('a='.padEnd(65 * 1024, 'a'))),
    ),
  );

  expect(answers.map(({ status }) => status)).toEqual([413, 413]);
  expect(answers.every(({ text }) => text.includes('This form is too large'))).toBe(true);
});

/**
 * Imitates a host name that resolves first to an attacker's server and then to this machine: serves the attacker's page, and
 * forwards everything else to the shop unchanged. Returns the port.
 */
async function serveBefore(shopUrl: string, path: string, page: string): Promise<number> {
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === path) {
      outgoing.setHeader('content-type', 'text/html').end(page);
      return;
    }
    const { url, method, headers } = incoming;
    const forwarded = request(new URL(url ?? '', shopUrl), { method, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

/** Sends a request with headers that `fetch` does not allow. */
async function send(
  url: string,
  options: RequestOptions,
  sendBody: (sent: ClientRequest) => void = (sent) => sent.end(),
): Promise<{ status: number | undefined; text: string }> {
  const sent = request(url, { ...options, agent: false });
  // The shop may close the connection while the rest is being sent.
  sent.on('error', () => {});
  sendBody(sent);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve);
    sent.once('close', () => reject(new Error('The connection ended without an answer.')));
  });
  const text = (await answer.setEncoding('utf8').toArray()).join('');
  sent.destroy();
  return { status: answer.statusCode, text };
}
