import { type ClientRequest, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { signedRequest } from '@escrow-kit/webhooks';
import { expect, test } from 'vitest';
import { createApp } from '../src/pages/create-app.ts';
import { operatorPassword, usedShops } from './support/test-shop.ts';

const shops = usedShops();

const authorization = `Basic ${btoa(`operator:${operatorPassword}`)}`;

test('loopback and the host of SHOP_URL are answered, on any port; other hosts and forms of other origins are refused', async () => {
  const { shop } = await shops.open('SQLite');
  const url = 'https://shop.example';
  const app = await createApp({ ...shop, url, config: { ...shop.config, url } });
  const own = ['shop.example', 'shop.example:8080', '127.0.0.1:4030', '[::1]:4030', 'shop.localhost'];
  const others = ['other.example', 'localhost.other.example', '127.0.0.1.other.example', '0.0.0.0', '10.0.0.1'];
  const paths = ['/', '/orders', '/seller', '/operator', '/styles.css', '/shop.js'];
  const askAll = (hosts: string[]) =>
    Promise.all(
      hosts.flatMap((host) =>
        paths.map((path) => app.request(`http://${host}${path}`, { headers: { authorization } })),
      ),
    );
  // Behind a TLS proxy: the origin has another scheme than the request.
  const statusFrom = async (origin: string) => {
    const headers = { origin, 'content-type': 'application/x-www-form-urlencoded' };
    return (await app.request('http://shop.example/seller', { method: 'POST', headers, body: 'a=b' })).status;
  };

  const answers = await askAll(own);
  const refused = await askAll(others);
  const forms = [await statusFrom(url), await statusFrom('https://other.example')];
  const { status, text } = await send(shop.url, { headers: { host: 'other.example' } });

  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  expect(new Set(refused.map((answer) => answer.status))).toEqual(new Set([403]));
  expect(forms).toEqual([400, 403]);
  expect(status).toBe(403);
  expect(text).toContain('set SHOP_URL to it');
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
