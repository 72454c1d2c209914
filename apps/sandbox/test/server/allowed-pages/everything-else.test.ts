import { describe, expect, test } from 'vitest';
import { pageHeaders, sendAsPage, sendPreflight } from '../../support/raw-request.ts';
import { startedSandbox } from '../../support/started-sandbox.ts';

const origin = 'http://localhost:8080';
const allowing = startedSandbox({ allowOrigins: [origin] });
const closed = startedSandbox();

/** Paths that are not of an operation, in every way to write them. */
const paths = [
  '/_sandbox/tenants',
  '/_sandbox/health',
  '//_sandbox/tenants',
  '/%5Fsandbox/tenants',
  '/_SANDBOX/tenants',
  '/x/%2e%2e/_sandbox/tenants',
  '/users/../_sandbox/tenants',
  '/users/..%2f_sandbox/tenants',
  '\\_sandbox\\tenants',
  'http://127.0.0.1/_sandbox/tenants',
  '/_sandbox/tenants?/users/link',
  '/_sandbox;/users/link',
  '/',
  '/dashboard',
  '/checkout/external/none',
  '/v2/payment-display.min.js',
  '/nowhere',
  '/api/external/contracts/',
  '//api/external/contracts',
];

describe.each(paths)('%s', (path) => {
  test.each(['GET', 'POST', 'OPTIONS'])('is answered to an allowed page as without the option: %s', async (method) => {
    const request = { method, path, origin };

    const [answer, asEver] = [await sendAsPage(allowing(), request), await sendAsPage(closed(), request)];

    expect([answer.status, pageHeaders(answer.headers)]).toEqual([asEver.status, pageHeaders(asEver.headers)]);
  });

  test('allows no preflight', async () => {
    const { status, headers } = await sendPreflight(allowing(), { path, origin });

    expect(status).toBeGreaterThanOrEqual(400);
    expect(headers).not.toHaveProperty('access-control-allow-methods');
    expect(headers).not.toHaveProperty('access-control-allow-headers');
  });
});

test('an allowed page is refused by the control API, and changes nothing there', async () => {
  const { status, headers, text } = await sendAsPage(allowing(), {
    method: 'POST',
    path: '/_sandbox/tenants/default/clock/freeze',
    origin,
  });

  expect([status, pageHeaders(headers)]).toEqual([403, {}]);
  expect(text).toContain('Web pages of another origin may not use the control API.');
  expect(await allowing().control.clock()).toMatchObject({ isFrozen: false });
});
