import { describe, expect, test } from 'vitest';
import type { Sandbox } from '../../src/index.ts';
import { parentRequest } from '../support/escrow-steps.ts';
import { sendRaw } from '../support/raw-request.ts';
import { send } from '../support/service-api.ts';
import { startedSandbox } from '../support/started-sandbox.ts';

const customersPath = '/realms/service/service-partner/customers';

/** The status of a request line and headers, with the organization token. */
function statusOf({ url }: Sandbox, requestLine: string, headers: string[] = []): Promise<number> {
  const own = [`host: ${new URL(url).host}`, 'authorization: Bearer org_sandbox', 'connection: close', ...headers];
  return sendRaw(url, `${requestLine} HTTP/1.1\r\n${own.join('\r\n')}\r\n\r\n`);
}

const sandbox = startedSandbox();

test.each(['%', '%00', '%ff', '%2e%2e', '%c0%af', '%u0041', '%F0%9F', '..', '*', '?', '[', '%0d%0a'])(
  'the path /users/%s is refused',
  async (segment) => {
    const status = await statusOf(sandbox(), `GET /users/${segment}`, ['authorization: Bearer key_sandbox']);

    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  },
);

describe('what does not reach the store', () => {
  const sandbox = startedSandbox();

  test.each([
    [
      'a header that is sent twice',
      `POST ${customersPath}`,
      ['content-type: application/json', 'content-type: text/plain'],
    ],
    ['two lengths', `POST ${customersPath}`, ['content-length: 2', 'content-length: 3']],
    ['a length and chunks', `POST ${customersPath}`, ['content-length: 2', 'transfer-encoding: chunked']],
    ['a length that is not a number', `POST ${customersPath}`, ['content-length: many']],
    ['an unknown method', `BREW ${customersPath}`, []],
    ['a header that is too long', `GET ${customersPath}`, [`x-long: ${'x'.repeat(20_000)}`]],
    ['an address as the target', 'GET http://other.example/nowhere', []],
    ['another authority', 'GET //other.example/nowhere', []],
    ['a star as the target', 'OPTIONS *', []],
    ['no path', 'GET ?', []],
  ])('%s is refused', async (_, requestLine, headers) => {
    const status = await statusOf(sandbox(), requestLine, headers);

    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });

  test.each(['host: a b', 'host: [', 'host: x/y', 'host:'])(
    'the header %j is refused, or does no harm',
    async (host) => {
      const status = await sendRaw(sandbox().url, `GET /nowhere HTTP/1.1\r\n${host}\r\nconnection: close\r\n\r\n`);

      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    },
  );

  test('bytes that are not HTTP are refused', async () => {
    const status = await sendRaw(sandbox().url, Buffer.from([0x16, 0x03, 0x01, 0x00, 0xff]));

    expect(status).toBe(400);
  });

  test('a request that breaks off in its body does no harm', async () => {
    await sendRaw(
      sandbox().url,
      'POST /api/external/contracts HTTP/1.1\r\nhost: x\r\nauthorization: Bearer adm_sandbox\r\n' +
        'content-type: application/json\r\ncontent-length: 100\r\n\r\n{"type":',
      { breaksOff: true },
    );

    const { status } = await send(sandbox(), 'createContract', { body: parentRequest() });
    expect(status).toBe(200);
  });

  test.each([
    ['GET', customersPath, 'POST'],
    ['DELETE', '/webhooks', 'GET, POST'],
    ['PATCH', '/payments', 'POST'],
  ])('%s %s is refused with 405 and the methods that there are', async (method, path, allowed) => {
    const response = await fetch(`${sandbox().url}${path}`, { method });

    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe(allowed);
  });

  test('an unknown path is refused with 404', async () => {
    const response = await fetch(`${sandbox().url}/nowhere`);

    expect(response.status).toBe(404);
  });
});
