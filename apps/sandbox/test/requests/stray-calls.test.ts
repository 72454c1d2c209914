import { describe, expect, test } from 'vitest';
import { sendRaw } from '../support/raw-request.ts';
import { createTenantSandbox, startedSandbox, stores } from '../support/started-sandbox.ts';

describe.each(stores)('the request log on %s says why a call reached no operation', (store) => {
  const sandbox = startedSandbox(store);

  test.each([
    ['a path that the document does not have', 'POST', '/api/external/contract', '{}', 404, 'ERR-1d', null],
    ['a method that its path does not take', 'PUT', '/api/external/contracts', '{}', 405, 'ERR-1d', null],
    [
      'a body that is too large',
      'POST',
      '/api/external/contracts',
      'x'.repeat(2 ** 21),
      413,
      'ERR-1a',
      'createContract',
    ],
  ])('%s, in the tenant of its token', async (_, method, path, body, status, rule, operationId) => {
    const tenant = await createTenantSandbox(sandbox());
    const headers = { authorization: `Bearer ${tenant.credentials.tokens.clientAdmin}` };
    await fetch(`${tenant.url}${path}?ticket=canary-9`, { method, headers, body });

    const { requests } = await tenant.control.requests();

    expect(requests).toMatchObject([
      { operationId, method, path, status, rule, request: { tokenKind: 'clientAdmin', path: {} } },
    ]);
    expect(JSON.stringify(requests)).not.toContain('canary');
  });

  test('without what looks personal in an unknown path', async () => {
    const tenant = await createTenantSandbox(sandbox());
    const headers = { authorization: `Bearer ${tenant.credentials.tokens.apiKey}` };
    await fetch(`${tenant.url}/users/by-phone/+966500000001`, { headers });

    const { requests } = await tenant.control.requests();

    expect(requests[0]?.path).toBe('/users/by-phone/[redacted]');
  });

  test.each([
    ['no token', undefined, 'No token was sent.'],
    ['no bearer token', 'Basic b3Jn', 'holds no bearer token'],
    ['a token that nobody knows', 'Bearer nobody', 'does not know'],
  ])('AUTH-1 a call with %s has its own message', async (_, authorization, text) => {
    const headers = authorization === undefined ? {} : { authorization };
    await fetch(`${sandbox().url}/api/external/contracts`, { method: 'POST', headers });

    const { requests } = await sandbox().control.requests({ rule: 'AUTH-1b', limit: 1 });

    expect(requests[0]?.message).toContain(text);
  });

  test('but not that a browser asked for an icon', async () => {
    const headers = `host: ${new URL(sandbox().url).host}\r\nsec-fetch-dest: image\r\nconnection: close`;
    const status = await sendRaw(sandbox().url, `GET /favicon.ico HTTP/1.1\r\n${headers}\r\n\r\n`);

    const { requests } = await sandbox().control.requests({ q: 'favicon' });

    expect([status, requests]).toEqual([404, []]);
  });
});
