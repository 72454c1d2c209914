import { expect, test } from 'vitest';
import { parentRequest } from '../support/escrow-steps.ts';
import { quickRequest, sendRaw } from '../support/http.ts';
import { send } from '../support/service-api.ts';
import { startedSandbox } from '../support/started-sandbox.ts';

const customers = '/realms/service/service-partner/customers';
const sandbox = startedSandbox();

/** The status of a request line and headers. */
function statusOf(requestLine: string, headers: string[] = []): Promise<number> {
  const { url } = sandbox();
  const own = [`host: ${new URL(url).host}`, 'authorization: Bearer org_sandbox', 'connection: close', ...headers];
  return sendRaw(url, `${requestLine} HTTP/1.1\r\n${own.join('\r\n')}\r\n\r\n`);
}

test('malformed segments of a path are refused', async () => {
  const segments = ['%', '%00', '%ff', '%2e%2e', '%c0%af', '%u0041', '%F0%9F', '..', '*', '?', '[', '%0d%0a'];

  const statuses = await Promise.all(segments.map((segment) => statusOf(`GET /users/${segment}`)));

  expect(statuses.filter((status) => !(status >= 400 && status < 500))).toEqual([]);
});

test.each([
  ['a header that is sent twice', `POST ${customers}`, ['content-type: application/json', 'content-type: text/plain']],
  ['two lengths', `POST ${customers}`, ['content-length: 2', 'content-length: 3']],
  ['a length and chunks', `POST ${customers}`, ['content-length: 2', 'transfer-encoding: chunked']],
  ['a length that is not a number', `POST ${customers}`, ['content-length: many']],
  ['an unknown method', `BREW ${customers}`, []],
  ['a header that is too long', `GET ${customers}`, [`x-long: ${'x'.repeat(20_000)}`]],
  ['an address as the target', 'GET http://other.example/nowhere', []],
  ['another authority', 'GET //other.example/nowhere', []],
  ['a star as the target', 'OPTIONS *', []],
  ['no path', 'GET ?', []],
  ['a second host', 'GET /nowhere', ['host: a b']],
])('%s is refused', async (_, requestLine, headers) => {
  const status = await statusOf(requestLine, headers);

  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
});

test('bytes that are not HTTP are refused, and a request that breaks off in its body does no harm', async () => {
  const { url } = sandbox();
  const begun = `POST ${customers} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`;

  const status = await sendRaw(url, Buffer.from([0x16, 0x03, 0x01, 0x00, 0xff]));
  await sendRaw(url, begun, { breaksOff: true });

  expect(status).toBe(400);
  expect((await send(sandbox(), 'createContract', { body: parentRequest() })).status).toBe(200);
});

test.each([
  ['GET', customers, 'POST'],
  ['DELETE', '/webhooks', 'GET, POST'],
])('%s %s is refused with 405 and the methods that there are', async (method, path, allowed) => {
  const { status, headers } = await quickRequest(`${sandbox().url}${path}`, { method });

  expect([status, headers.get('allow')]).toEqual([405, allowed]);
});
