import { fillPath, operations } from '@escrow-kit/spec';
import { describe, expect, test } from 'vitest';
import { startSandbox } from '../../../src/index.ts';
import { pageHeaders, sendAsPage, sendPreflight } from '../../support/raw-request.ts';
import { startedSandbox } from '../../support/started-sandbox.ts';

const origin = 'http://localhost:8080';
const editor = 'https://editor.example';
const contracts = '/api/external/contracts';
const readable = { vary: 'Origin', 'access-control-allow-origin': origin, 'access-control-expose-headers': '*' };

const sandbox = startedSandbox({ allowOrigins: [origin, editor] });
const json = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });

describe('a page of an allowed origin', () => {
  test.each(operations.map(({ id, method, path }) => [id, method, path] as const))(
    'may send %s, and reads why it is refused without a token',
    async (_, method, template) => {
      const path = template.replaceAll(/\{\w+\}/g, '1');

      const preflight = await sendPreflight(sandbox(), { path, origin });
      const answer = await sendAsPage(sandbox(), { method, path, origin });

      expect(preflight).toMatchObject({ status: 204, text: '' });
      expect(String(preflight.headers['access-control-allow-methods']).split(', ')).toContain(method);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(pageHeaders(answer.headers)).toEqual(readable);
    },
  );

  test('gets by a preflight the methods and headers that it may send, for ten minutes and without cookies', async () => {
    const path = fillPath('/users/{userId}', { userId: 'usr_1' });

    const { headers } = await sendPreflight(sandbox(), { path, origin });

    expect(pageHeaders(headers)).toEqual({
      ...readable,
      'access-control-allow-methods': 'GET, PUT',
      'access-control-allow-headers': 'authorization, content-type, accept, *',
      'access-control-max-age': '600',
    });
  });

  test('of a public site may call this machine', async () => {
    const headers = { 'access-control-request-private-network': 'true' };

    const answer = await sendPreflight(sandbox(), { path: contracts, origin: editor, headers });

    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': editor,
      'access-control-allow-private-network': 'true',
    });
  });

  test.each([
    [404, 'GET', '/users/usr_none', 'apiKey', undefined],
    [405, 'DELETE', contracts, 'clientAdmin', undefined],
    [413, 'POST', contracts, 'clientAdmin', 'x'.repeat(2 ** 20 + 1)],
  ] as const)('reads a refusal with %d', async (status, method, path, kind, body) => {
    const tokens: Record<string, string> = sandbox().credentials.tokens;
    const headers = json(tokens[kind] ?? 'nobody-was-given-this');

    const answer = await sendAsPage(sandbox(), { method, path, origin, headers, ...(body && { body }) });

    expect(answer.status).toBe(status);
    expect(pageHeaders(answer.headers)).toEqual(readable);
  });

  test('finds no preflight in the request log', async () => {
    const before = await sandbox().control.requests();

    await sendPreflight(sandbox(), {
      path: contracts,
      origin,
      headers: { authorization: `Bearer ${sandbox().credentials.tokens.clientAdmin}` },
    });

    expect(await sandbox().control.requests()).toEqual(before);
  });
});

describe('another page', () => {
  test.each([
    'http://localhost:8080.evil.example',
    'http://localhost:80801',
    'https://localhost:8080',
    'http://LOCALHOST:8080',
    'http://localhost:8080/',
    'http://127.0.0.1:8080',
    `${origin}, ${editor}`,
    '*',
    'null',
    '',
  ])('gets no header from %s, and its preflight is refused', async (other) => {
    const preflight = await sendPreflight(sandbox(), { path: contracts, origin: other });
    const answer = await sendAsPage(sandbox(), { method: 'POST', path: contracts, origin: other });

    expect([preflight.status, answer.status]).toEqual([405, 401]);
    expect([preflight, answer].map(({ headers }) => pageHeaders(headers))).toEqual([
      { vary: 'Origin' },
      { vary: 'Origin' },
    ]);
  });

  test('of a foreign host name gets no header, even with an allowed origin', async () => {
    const host = 'rebound.example';
    const answers = [
      await sendPreflight(sandbox(), { path: contracts, origin, host }),
      await sendAsPage(sandbox(), { method: 'POST', path: contracts, origin, host }),
    ];

    expect(answers.map(({ status, headers }) => [status, pageHeaders(headers)])).toEqual([
      [403, {}],
      [403, {}],
    ]);
  });
});

test('a request without an origin is answered as before, apart from Vary', async () => {
  const preflight = await sendPreflight(sandbox(), { path: contracts });
  const answer = await sendAsPage(sandbox(), { method: 'POST', path: contracts });

  expect([preflight.status, answer.status]).toEqual([405, 401]);
  expect(pageHeaders(answer.headers)).toEqual({ vary: 'Origin' });
});

test('without the option, no answer has a CORS header', async () => {
  const closed = await startSandbox();

  const preflight = await sendPreflight(closed, { path: contracts, origin });
  const answer = await sendAsPage(closed, { method: 'POST', path: contracts, origin });
  await closed.close();

  expect([preflight.status, answer.status]).toEqual([405, 401]);
  expect([preflight, answer].map(({ headers }) => pageHeaders(headers))).toEqual([{}, {}]);
});
