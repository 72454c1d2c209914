import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { answerExample, requestExample } from './document-example.ts';
import { fetchRequest, sendRequest } from './send-request.ts';
import { useMock } from './use-mock.ts';

const { mock } = useMock();
const token = 'adm_sandbox';
const contracts = 'POST /api/external/contracts';

test.each(['{', '', 'null', '[]', '"text"', '{"type":"COMPLEX_CONTRACT"'])('the body %j gets 400', async (text) => {
  const headers = { 'content-type': 'application/json' };

  const answer = await sendRequest(mock(), contracts, { token, text, headers });

  expect(answer.status).toBe(400);
});

test('malformed JSON is named as such', async () => {
  const response = await fetchRequest(mock(), contracts, {
    token,
    text: '{',
    headers: { 'content-type': 'application/json; charset=utf-8' },
  });

  expect(JSON.parse(response.headers.get('sl-violations') ?? '')).toEqual([
    { location: ['request', 'body'], severity: 'Error', message: 'is not JSON' },
  ]);
});

test('a refusal names the field and the rule in a header, for any keys', async () => {
  const json = {
    mileStonesParties: { 'مرحلة ١ 100%': [{ role: 'PROVIDER', phoneNumber: '+966', amount: 1, isSender: true }] },
  };

  const response = await fetchRequest(mock(), 'PATCH /api/external/contracts/c/parties', { token, json });

  expect(JSON.parse(response.headers.get('sl-violations') ?? '')).toEqual([
    {
      location: ['request', 'body', 'mileStonesParties.مرحلة ١ 100%[0].isSender'],
      severity: 'Error',
      code: 'PARTY-3',
      message: 'must not be sent',
    },
  ]);
});

test('a thousand violations fit into the header', async () => {
  const json = { milestones: Array.from({ length: 1000 }, () => ({})) };

  const answer = await sendRequest(mock(), 'PATCH /api/external/contracts/c/milestones', { token, json });

  expect(answer).toEqual(answerExample('addMilestones', 400, 'fieldMissing'));
});

test('ERR-1 a body of another media type is refused with 415', async () => {
  const text = JSON.stringify(requestExample('createContract'));

  const answer = await sendRequest(mock(), contracts, { token, text, headers: { 'content-type': 'text/plain' } });

  expect(answer).toEqual(answerExample('createContract', 415, 'otherMediaType'));
});

test('ERR-1 a body that does not say its media type is refused with 415', async () => {
  const body = new TextEncoder().encode(JSON.stringify(requestExample('createContract')));

  const response = await fetch(`${mock().url}/api/external/contracts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  });

  expect(response.status).toBe(415);
});

test('a body of more than a MiB is refused with 413', async () => {
  const json = { padding: 'x'.repeat(1024 * 1024) };

  const answer = await sendRequest(mock(), contracts, { token, json });

  expect(answer).toMatchObject({ status: 413, body: { title: 'Content Too Large' } });
});

test.each([
  ['more than 20000 values', 'holds more than 20000 values', `{"a":[${'0,'.repeat(20_000)}0]}`],
  ['more than 64 levels', 'is nested more than 64 levels deep', '['.repeat(66) + ']'.repeat(66)],
  ['half a million levels', 'is nested more than 64 levels deep', '['.repeat(500_000) + ']'.repeat(500_000)],
])('a body of %s is refused with 400', async (_case, message, text) => {
  const headers = { 'content-type': 'application/json' };

  const response = await fetchRequest(mock(), contracts, { token, text, headers });

  expect(response.status).toBe(400);
  expect(JSON.parse(response.headers.get('sl-violations') ?? '')).toEqual([
    { location: ['request', 'body'], severity: 'Error', message },
  ]);
});

test('a form of a hundred thousand fields is refused with 400', async () => {
  const text = Array.from({ length: 100_000 }, (_, index) => `f${index}=`).join('&');
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };

  const answer = await sendRequest(mock(), 'POST /realms/service/protocol/openid-connect/token', { text, headers });

  expect(answer.status).toBe(400);
});

test.each(['application/json; charset=nonsense', 'Application/JSON;charset=UTF-16'])(
  'a body that says it is %s is read as UTF-8',
  async (type) => {
    const text = JSON.stringify(requestExample('createContract'));

    const answer = await sendRequest(mock(), contracts, { token, text, headers: { 'content-type': type } });

    expect(answer).toEqual(answerExample('createContract', 200, 'created'));
  },
);

test('malformed JSON is ignored if the operation takes no body', async () => {
  const text = '{';
  const headers = { 'content-type': 'application/json' };

  const answer = await sendRequest(mock(), 'DELETE /webhooks/1', { token: 'key_sandbox', text, headers });

  expect(answer.status).toBe(200);
});

test('the scheme of the token may be written in any case', async () => {
  const headers = { authorization: 'bearer key_sandbox' };

  expect(await sendRequest(mock(), 'GET /users/usr_1', { headers })).toMatchObject({ status: 200 });
});

test('a parameter of the path may be escaped', async () => {
  const answer = await sendRequest(mock(), 'GET /users/usr%2F1', { token: 'key_sandbox' });

  expect(answer).toEqual(answerExample('getUser', 200, 'verified'));
});

test.each([
  ['GET /nowhere', 404],
  ['GET //users/usr_1', 404],
  ['GET //', 404],
  ['DELETE /users/usr_1', 405],
  ['GET /users/%ZZ', 400],
  ['GET /users/usr_1?%ZZ=%', 401],
])('%s is answered with %d', async (target, status) => {
  expect(await sendRequest(mock(), target)).toMatchObject({ status });
});

test('HEAD is answered without a body', async () => {
  const response = await fetchRequest(mock(), 'HEAD /users/usr_1', { token: 'key_sandbox' });

  expect(response.status).toBe(405);
  expect(await response.text()).toBe('');
});

test('a browser may call from any origin, without its cookies', async () => {
  const origin = 'https://shop.example';
  const headers = { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'prefer' };

  const preflight = await fetchRequest(mock(), 'OPTIONS /users/usr_1', { headers });
  const response = await fetchRequest(mock(), 'GET /users/usr_1', { headers: { origin }, token: 'key_sandbox' });

  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-methods')).toBe('PUT');
  expect(preflight.headers.get('access-control-allow-headers')).toBe('prefer');
  for (const { headers: sent } of [preflight, response]) {
    expect(sent.get('access-control-allow-origin')).toBe('*');
    expect(sent.get('access-control-allow-credentials')).toBeNull();
  }
});

test('a connection is closed if the client asks for it', async () => {
  const sent = request(`${mock().url}/users/usr_1`, { headers: { connection: 'close' } }).end();

  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();

  expect(response.headers.connection).toBe('close');
});

test('a client that leaves while sending its body does no harm', async () => {
  const { hostname, port } = new URL(mock().url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write('POST /users/link HTTP/1.1\r\nhost: mock\r\ncontent-length: 100\r\n\r\n{"email":');
  socket.destroy();
  await once(socket, 'close');

  expect(await sendRequest(mock(), 'GET /users/usr_1', { token: 'key_sandbox' })).toMatchObject({ status: 200 });
});
