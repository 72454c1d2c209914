import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startedSandbox } from '../support/started-sandbox.ts';

const sandbox = startedSandbox();
const get = (init: RequestInit = {}) => fetch(`${sandbox().url}/v2/payment-display.min.js`, init);

test('CHECKOUT-2 the script is served to pages of every origin', async () => {
  const response = await get();

  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, no-cache',
    etag: expect.stringMatching(/^"\w+"$/),
  });
});

test('a browser that already has the script does not get it again', async () => {
  const etag = (await get()).headers.get('etag') ?? '';

  const response = await get({ headers: { 'if-none-match': etag } });

  expect(response.status).toBe(304);
  expect(await response.text()).toBe('');
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
});

test('the script stays within 2.5 kB gzip', async () => {
  const text = await (await get()).text();

  expect(gzipSync(text).length).toBeLessThanOrEqual(2560);
});
