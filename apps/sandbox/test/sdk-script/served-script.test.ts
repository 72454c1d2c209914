import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startedSandbox } from '../support/started-sandbox.ts';

const sandbox = startedSandbox();
const get = (init: RequestInit = {}) => fetch(`${sandbox().url}/v2/payment-display.min.js`, init);

test('CHECKOUT-2 the script is served to pages of every origin, within 2.5 kB gzip, and not again to a browser that has it', async () => {
  const response = await get();
  const again = await get({ headers: { 'if-none-match': response.headers.get('etag') ?? '' } });

  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, no-cache',
    etag: expect.stringMatching(/^"\w+"$/),
  });
  expect(gzipSync(await response.text()).length).toBeLessThanOrEqual(2560);
  expect([again.status, await again.text()]).toEqual([304, '']);
});
