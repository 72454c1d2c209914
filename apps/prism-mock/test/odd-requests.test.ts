import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { answerExample, requestExample } from './document-example.ts';
import { fetchRequest, sendRequest } from './send-request.ts';
import { mockUrl, prismId } from './shared-mock.ts';

const token = 'adm_sandbox';
const contracts = 'POST /api/external/contracts';
const contract = JSON.stringify(requestExample('createContract'));

test.each([
  ['', '', 400],
  ['null', 'application/json', 400],
  ['"text"', 'application/json', 400],
  [JSON.stringify({ padding: 'x'.repeat(1024 * 1024) }), 'application/json', 413],
  [contract, 'Application/JSON;charset=UTF-16', 200],
])('the body %.30j as %s gets %d', async (text, type, status) => {
  const answer = await sendRequest(contracts, { token, text, headers: { 'content-type': type } });

  expect(answer.status).toBe(status);
});

test.each([
  ['malformed JSON', 'is not JSON', '{"type":"COMPLEX_CONTRACT"'],
  ['more than 20000 values', 'holds more than 20000 values', `{"a":[${'0,'.repeat(20_000)}0]}`],
  ['half a million levels', 'holds more than 20000 values', '['.repeat(500_000) + ']'.repeat(500_000)],
])('a body of %s is refused as such', async (_case, message, text) => {
  const headers = { 'content-type': 'application/json' };

  const response = await fetchRequest(contracts, { token, text, headers });

  expect(response.status).toBe(400);
  expect(JSON.parse(response.headers.get('sl-violations') ?? '')).toEqual([
    { location: ['request', 'body'], severity: 'Error', code: 'ERR-1d', message },
  ]);
});

test('a form of a hundred thousand fields is refused with 400', async () => {
  const text = Array.from({ length: 100_000 }, (_, index) => `f${index}=`).join('&');
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };

  const answer = await sendRequest('POST /realms/service/protocol/openid-connect/token', { text, headers });

  expect(answer.status).toBe(400);
});

test.each([
  ['of another media type', 'text/plain', contract],
  ['that does not say its media type', '', new TextEncoder().encode(contract)],
])('ERR-1 a body %s is refused with 415', async (_case, type, body) => {
  const response = await fetch(`${mockUrl}/api/external/contracts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...(type && { 'content-type': type }) },
    body,
  });

  expect({ status: response.status, body: await response.json() }).toEqual(
    answerExample('createContract', 415, 'otherMediaType'),
  );
});

test.each([
  ['a malformed escape', 'GET /users/%ZZ?%ZZ=%', {}],
  ['bytes that are no text', 'GET /users/%FF', {}],
  ['a media type that is none', 'GET /users/usr_1', { 'content-type': 'garbage' }],
  ['an encoded slash', 'GET /users/usr%2F1', {}],
  ['a scheme in lower case', 'GET /users/usr_1', { authorization: 'bearer key_sandbox' }],
  ['headers of its connection', 'GET /users/usr_1', { te: 'trailers', 'x-name': 'caf\u00e9' }],
])('%s neither ends Prism nor is refused', async (_case, target, headers) => {
  const pid = prismId();

  expect(await sendRequest(target, { token: 'key_sandbox', headers })).toMatchObject({ status: 200 });
  expect(prismId()).toBe(pid);
});

test.each([
  ['GET /nowhere', 404],
  ['GET //users/usr_1', 404],
  ['DELETE /users/usr_1', 405],
  ['HEAD /users/usr_1', 405],
  ['GET /users/', 404],
])('%s is answered with %d', async (target, status) => {
  const response = await fetchRequest(target, { token: 'key_sandbox' });

  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
});

test('a page of any origin may call, and read every answer', async () => {
  const origin = 'https://shop.example';
  const headers = { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'prefer' };

  const preflight = await fetchRequest('OPTIONS /users/usr_1', { headers });
  const response = await fetchRequest('GET /users/usr_1', { headers: { origin }, token: 'key_sandbox' });
  const others = await Promise.all([
    fetchRequest('GET /users/usr_1', { headers: { origin } }),
    fetchRequest('GET /nowhere', { headers: { origin } }),
  ]);

  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-methods')).toBe('PUT');
  expect(preflight.headers.get('access-control-allow-headers')).toBe('prefer');
  expect(preflight.headers.get('access-control-allow-origin')).toBe(origin);
  expect(response.headers.get('access-control-allow-origin')).toBe(origin);
  expect(response.headers.get('access-control-expose-headers')).toBe('*');
  expect(others.map(({ headers }) => headers.get('access-control-allow-origin'))).toEqual(['*', '*']);
});

test('a connection is closed if the client asks for it', async () => {
  const sent = request(`${mockUrl}/users/usr_1`, { headers: { connection: 'close' } }).end();

  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();

  expect(response.headers.connection).toBe('close');
});

test('a client that leaves while sending its body does no harm', async () => {
  const { hostname, port } = new URL(mockUrl);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write('POST /users/link HTTP/1.1\r\nhost: mock\r\ncontent-length: 100\r\n\r\n{"email":');
  socket.destroy();
  await once(socket, 'close');

  expect(await sendRequest('GET /users/usr_1', { token: 'key_sandbox' })).toMatchObject({ status: 200 });
});

test('the fields of a form count after a thousand others', async () => {
  const others = Object.fromEntries(Array.from({ length: 1100 }, (_, index) => [`other${index}`, '1']));
  const { scope, ...form } = requestExample('requestTicket') as Record<string, string>;

  const [complete, incomplete] = await Promise.all([
    sendRequest('POST /realms/service/protocol/openid-connect/token', {
      form: { ...others, ...form, scope: String(scope) },
    }),
    sendRequest('POST /realms/service/protocol/openid-connect/token', { form: { ...others, ...form } }),
  ]);

  expect(complete.status).toBe(200);
  expect(incomplete.status).toBe(400);
});
