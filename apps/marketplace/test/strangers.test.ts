import { type ClientRequest, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { signedRequest } from '@escrow-kit/webhooks';
import { expect, test } from 'vitest';
import { createApp } from '../src/pages/create-app.ts';
import { operatorPassword, usedShops } from './support/test-shop.ts';

const shops = usedShops();

const authorization = `Basic ${btoa(`operator:${operatorPassword}`)}`;

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
