import { describe, expect, test } from 'vitest';
import { createControl, SandboxStartError, startSandbox } from '../../src/index.ts';
import { quickRequest } from '../support/http.ts';
import { callControl } from '../support/service-api.ts';
import { startedSandbox } from '../support/started-sandbox.ts';

const statusOf = async (url: string, headers: Record<string, string>) => (await quickRequest(url, { headers })).status;

describe('the control API on loopback', () => {
  const sandbox = startedSandbox();

  test('refuses a page of another origin or without one, and answers localhost and its own page', async () => {
    const { port } = new URL(sandbox().url);
    const callers = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { host: `localhost:${port}` },
      { origin: `http://127.0.0.1:${port}` },
    ] as Record<string, string>[];

    const statuses = await Promise.all(
      callers.map((headers) => statusOf(`${sandbox().url}/_sandbox/tenants`, headers)),
    );

    expect(statuses).toEqual([403, 403, 200, 200]);
  });

  test.each([
    ['that a page may send without a preflight', '{}', 415, 'text/plain'],
    ['without JSON', '{', 400, 'application/json'],
    ['without an object', '[]', 400, 'application/json'],
    ['with a NUL character', '{"seconds":1,"a":"\\u0000"}', 400, 'application/json'],
    ['beyond its limit', ' '.repeat(2 ** 20 + 1), 413, 'application/json'],
  ])('refuses a body %s', async (_, body, status, contentType) => {
    const headers = { 'content-type': contentType };

    expect((await callControl(sandbox(), '/clock/advance', { method: 'POST', body, headers })).status).toBe(status);
  });

  test('says which methods a path takes, and that a path is unknown', async () => {
    const wrongMethod = await callControl(sandbox(), '/faults', { method: 'PATCH' });
    const wrongPath = await callControl(sandbox(), '/nothing');

    expect([wrongMethod.status, wrongMethod.headers.get('allow')]).toEqual([405, 'GET, PUT, POST, DELETE']);
    expect(wrongPath.status).toBe(404);
  });
});

describe('the control API with a token', () => {
  const controlToken = 'control-token-1';
  const sandbox = startedSandbox({ controlToken });

  test('refuses a call without it or with another one, and answers a call with it, to any host name', async () => {
    const { url } = sandbox();
    const headers = { authorization: `Bearer ${controlToken}`, host: 'sandbox.example' };

    await expect(createControl(url).clock()).rejects.toMatchObject({ status: 401 });
    await expect(createControl(url, { controlToken: 'other' }).clock()).rejects.toMatchObject({ status: 401 });
    expect(await statusOf(`${url}/_sandbox/no-such-path`, {})).toBe(401);
    expect(await statusOf(`${url}/_sandbox/health`, headers)).toBe(200);
  });
});

test.each([undefined, '', 'two words', 'schlüssel'])(
  'a sandbox that others can reach does not start with the control token %j',
  async (controlToken) => {
    const start = startSandbox({ host: '0.0.0.0', ...(controlToken !== undefined && { controlToken }) });

    await expect(start).rejects.toBeInstanceOf(SandboxStartError);
    await expect(start).rejects.toThrow(/control.token/);
  },
);
