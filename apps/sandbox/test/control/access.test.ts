import { describe, expect, test } from 'vitest';
import { createControl, SandboxStartError, startSandbox } from '../../src/index.ts';
import { sendAsPage } from '../support/raw-request.ts';
import { callControl } from '../support/service-api.ts';
import { startedSandbox } from '../support/started-sandbox.ts';

describe('the control API on loopback', () => {
  const sandbox = startedSandbox();

  test.each([
    ['a page of another origin', { origin: 'https://evil.example' }],
    ['a page without an origin', { origin: 'null' }],
  ])('refuses %s', async (_, headers) => {
    expect(await statusOf(`${sandbox().url}/_sandbox/tenants`, headers)).toBe(403);
  });

  test.each([
    ['by localhost', (port: string) => ({ host: `localhost:${port}` })],
    ['by its own page', (port: string) => ({ origin: `http://127.0.0.1:${port}`, host: `127.0.0.1:${port}` })],
  ])('answers %s', async (_, headersOf) => {
    const { port } = new URL(sandbox().url);

    expect(await statusOf(`${sandbox().url}/_sandbox/tenants`, headersOf(port))).toBe(200);
  });

  test('refuses a body that a page may send without a preflight request', async () => {
    const headers = { 'content-type': 'text/plain' };

    expect((await callControl(sandbox(), '/clock/advance', { method: 'POST', body: '{}', headers })).status).toBe(415);
  });

  test.each([
    ['no JSON', '{'],
    ['no object', '[]'],
    ['a NUL character', '{"seconds":1,"a":"\\u0000"}'],
  ])('refuses a body with %s', async (_, body) => {
    expect((await callControl(sandbox(), '/clock/advance', { method: 'POST', body })).status).toBe(400);
  });

  test('refuses a body beyond its limit', async () => {
    const body = JSON.stringify({ seconds: 1, filling: 'x'.repeat(1024 * 1024) });

    expect((await callControl(sandbox(), '/clock/advance', { method: 'POST', body })).status).toBe(413);
  });

  test('accepts a call without a body', async () => {
    expect((await callControl(sandbox(), '/faults', { method: 'DELETE' })).status).toBe(200);
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

  test('refuses a call without it, and one with another one', async () => {
    const { url } = sandbox();

    await expect(createControl(url).clock()).rejects.toMatchObject({ status: 401 });
    await expect(createControl(url, { controlToken: 'control-token-2' }).clock()).rejects.toMatchObject({
      status: 401,
    });
    expect(await statusOf(`${url}/_sandbox/health`, {})).toBe(401);
    expect(await statusOf(`${url}/_sandbox/no-such-path`, {})).toBe(401);
  });

  test('answers a call with it, to any host name', async () => {
    const headers = { authorization: `Bearer ${controlToken}`, host: 'sandbox.example' };

    expect(await statusOf(`${sandbox().url}/_sandbox/health`, headers)).toBe(200);
    expect(await sandbox().control.clock()).toMatchObject({ isFrozen: false });
  });
});

describe('a sandbox that others can reach', () => {
  test('does not start without a control token', async () => {
    const start = startSandbox({ host: '0.0.0.0' });

    await expect(start).rejects.toBeInstanceOf(SandboxStartError);
    await expect(start).rejects.toThrow('--control-token');
  });

  test.each(['', 'two words', 'schlüssel'])(
    'does not start with a control token that no header holds: %j',
    async (text) => {
      await expect(startSandbox({ host: '0.0.0.0', controlToken: text })).rejects.toBeInstanceOf(SandboxStartError);
    },
  );
});

/** Sends headers that fetch does not let a program set. */
async function statusOf(url: string, headers: { host?: string; origin?: string; authorization?: string }) {
  const { pathname: path } = new URL(url);
  return (await sendAsPage({ url }, { method: 'GET', path, headers })).status;
}
