import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { findOperation, openApiDocument } from '@escrow-kit/spec';
import { browserAddresses } from '@escrow-kit/spec/test-support/schema-cases';
import { expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { exampleTokens } from '../src/index.ts';
import { answerExample, fetchRequest, mockUrl, prismId, requestExample, sendRequest, violationsOf } from './mock.ts';

const token = 'adm_sandbox';
const json = { 'content-type': 'application/json' };
const formType = { 'content-type': 'application/x-www-form-urlencoded' };
const contracts = 'POST /api/external/contracts';
const payment = 'GET /api/external/contracts/startPayment/milestone-1/client-1';
const ticket = 'POST /realms/service/protocol/openid-connect/token';
const addParties = 'PATCH /api/external/contracts/c/parties';
const redirectUrl = 'https://shop.example/return?order=1&lang=ar';

test.each([
  ['PAY-1 both parameters are accepted', { redirectUrl, paymentType: 'PURCHASE' }, 200, 'checkoutUrl'],
  ...browserAddresses.map((address): [string, object, number, string] => [
    `PAY-1d the redirectUrl ${address} is accepted`,
    { redirectUrl: address, paymentType: 'PURCHASE' },
    200,
    'checkoutUrl',
  ]),
  ['PAY-1 no redirectUrl is refused', { paymentType: 'PURCHASE' }, 400, 'redirectUrlMissing'],
  ['PAY-1 no whole URL is refused', { redirectUrl: '/return', paymentType: 'PURCHASE' }, 400, 'redirectUrlRelative'],
  ['PAY-1 another scheme is refused', { redirectUrl: 'app://a', paymentType: 'PURCHASE' }, 400, 'redirectUrlScheme'],
])('%s', async (_title, query, status, example) => {
  const target = `${payment}?${new URLSearchParams(query as Record<string, string>)}`;

  expect(await sendRequest(target, { token })).toEqual(answerExample('startPayment', status, example));
});

test.each([
  ['TICKET-1 a form with the scope of a payment is accepted without a token', '', 200, 'issued'],
  ['TICKET-1 a form with a repeated field is refused', '&scope=payment%3Aother', 400, 'scopeMalformed'],
])('%s', async (_title, addition, status, example) => {
  const text = `${new URLSearchParams(requestExample('requestTicket'))}${addition}`;

  const answer = await sendRequest(ticket, { text, headers: formType });

  expect(answer).toEqual(answerExample('requestTicket', status, example));
});

test('a form of more than twenty thousand fields is refused', async () => {
  const others = Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`other${index}`, '1']));

  const answer = await sendRequest(ticket, { form: { ...others, ...requestExample('requestTicket') } });

  expect(answer.status).toBe(400);
});

const user = { email: 'buyer@shop.example', phone: '+966500000001', name: 'Example Buyer' };

test.each([
  ['emailMissing', { ...user, email: undefined }],
  ['nameNotText', { ...user, name: 1 }],
  ['phoneNotE164', { ...user, phone: '0500000001' }],
  ['bodyNotObject', []],
])('UAPI-1 a user is refused by the example of the field: %s', async (example, body) => {
  const answer = await sendRequest('POST /users/link', { token: 'key_sandbox', json: body });

  expect(answer).toEqual(answerExample('linkUser', 400, example));
});

const provider = { phoneNumber: '+966500000001', amount: 100, role: 'PROVIDER', arbitrator: false };

test('of several broken rules, the example is of the one that is known best', async () => {
  const parties = [
    { ...provider, role: 'BROKER' },
    { ...provider, isSender: true },
  ];

  const answer = await sendRequest(addParties, { token, json: { mileStonesParties: { 'milestone-1': parties } } });

  expect(answer).toEqual(answerExample('addParties', 400, 'providerSender'));
});

test('amounts that do not add up are accepted: the mock does no arithmetic', async () => {
  const body = requestExample('addParties');
  for (const party of Object.values<{ amount: number }[]>(body.mileStonesParties).flat()) party.amount = 1;

  expect(await sendRequest(addParties, { token, json: body })).toMatchObject({ status: 200 });
});

test('PARTY-3 isSender of a PROVIDER is refused, and a header names field and rule for any key', async () => {
  const body = { mileStonesParties: { 'مرحلة ١ 100%': [{ ...provider, isSender: true }] } };

  const location = ['request', 'body', 'mileStonesParties.مرحلة ١ 100%[0].isSender'];
  expect(violationsOf(await fetchRequest(addParties, { token, json: body }))).toEqual([
    { location, severity: 'Error', code: 'PARTY-3', message: 'must not be sent' },
  ]);
});

test('the first 20 violations are in the header, with keys of any length', async () => {
  const milestones = Array.from({ length: 100 }, (_, index) => [`${'م'.repeat(500)}${index}`, [{}]]);

  const response = await fetchRequest(addParties, {
    token,
    json: { mileStonesParties: Object.fromEntries(milestones) },
  });

  expect(response.status).toBe(400);
  expect(violationsOf(response)).toHaveLength(20);
});

test('a charset that Prism never answers is accepted', async () => {
  const text = JSON.stringify(requestExample('createContract'));
  const headers = { 'content-type': 'Application/JSON;charset=UTF-16' };

  expect((await sendRequest(contracts, { token, text, headers })).status).toBe(200);
});

test.each([
  ['malformed JSON', 'is not JSON', '{"type":"COMPLEX_CONTRACT"'],
  ['a hundred thousand levels', 'has more than 20000 values', '['.repeat(100_000) + ']'.repeat(100_000)],
])('a body of %s is refused as such', async (_case, message, text) => {
  const response = await fetchRequest(contracts, { token, text, headers: json });

  expect(response.status).toBe(400);
  expect(violationsOf(response)).toMatchObject([{ location: ['request', 'body'], code: 'ERR-1d', message }]);
});

test('a body above 1 MiB gets 413, and a body of another media type, or of none, the example of 415', async () => {
  const text = JSON.stringify(requestExample('createContract'));
  const send = (body: string | Uint8Array<ArrayBuffer>, type: Record<string, string>) =>
    fetch(`${mockUrl}/api/external/contracts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...type },
      body,
    });

  const large = await send('x'.repeat(1024 * 1024 + 1), json);
  const others = [await send(text, { 'content-type': 'text/plain' }), await send(new TextEncoder().encode(text), {})];

  const { status, body } = answerExample('createContract', 415, 'otherMediaType');
  expect([large.status, ...others.map((other) => other.status)]).toEqual([413, status, status]);
  for (const other of others) expect(await other.json()).toEqual(body);
});

test.each([
  ['a malformed escape', 'GET /users/%ZZ?%ZZ=%', {}],
  ['bytes that are no text', 'GET /users/%FF', {}],
  ['a media type that is none', 'GET /users/usr_1', { 'content-type': 'garbage' }],
  ['a scheme in lower case', 'GET /users/usr_1', { authorization: 'bearer key_sandbox' }],
  ['headers of its connection', 'GET /users/usr_1', { te: 'trailers', 'x-name': 'caf\u00e9' }],
  ['another accepted type', 'GET /users/usr_1', { accept: 'text/html' }],
])('%s neither ends Prism nor is refused', async (_case, target, headers) => {
  const pid = prismId();

  expect(await sendRequest(target, { token: 'key_sandbox', headers })).toMatchObject({ status: 200 });
  expect(prismId()).toBe(pid);
});

test.each([
  ['GET /nowhere', 404],
  ['GET //users/usr_1', 404],
  ['DELETE /users/usr_1', 405],
])('%s is answered with %d', async (target, status) => {
  const response = await fetchRequest(target, { token: 'key_sandbox' });

  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
});

test('a page of any origin may call, and read every answer', async () => {
  const origin = 'https://shop.example';
  const headers = { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'prefer' };

  const preflight = await fetchRequest('OPTIONS /users/usr_1', { headers });
  const answers = [
    await fetchRequest('GET /users/usr_1', { headers: { origin }, token: 'key_sandbox' }),
    await fetchRequest('GET /users/usr_1', { headers: { origin } }),
    await fetchRequest('GET /nowhere', { headers: { origin } }),
  ];

  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-methods')).toBe('PUT');
  expect(preflight.headers.get('access-control-allow-headers')).toBe('prefer');
  expect(answers.map((answer) => answer.headers.get('access-control-allow-origin'))).toEqual([origin, '*', '*']);
});

test.each([
  ['127.0.0.1.evil.example', 403],
  ['not/a host', 403],
  ['localhost:4010', 200],
  ['[::1]', 200],
])('a request to the host %s gets %d, and so does its preflight if it is refused', async (host, status) => {
  const send = async (method: string, headers: Record<string, string>) => {
    // fetch does not let a program set this header.
    const sent = request(`${mockUrl}/users/usr_1`, { method, headers: { host, ...headers } }).end();
    const [response] = await once(sent, 'response');
    response.resume();
    return response.statusCode;
  };

  expect(await send('GET', { authorization: 'Bearer key_sandbox' })).toBe(status);
  const preflight = { origin: 'http://evil.example', 'access-control-request-method': 'GET' };
  expect(await send('OPTIONS', preflight)).toBe(status === 403 ? 403 : 204);
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

test.each([
  ['capitals and parameters', ticket, 'CODE=400;x=1 , Example="consentRejected"', 400, 'consentRejected'],
  ['the first of two codes', ticket, 'wait=1, code=400, code=500, example=consentRejected', 400, 'consentRejected'],
  ['an example by its name alone', 'POST /api/external/otps/validate', 'example=wrong', 200, 'wrong'],
  ['a status alone', 'PUT /users/usr_1', 'code=404', 404, 'userNotFound'],
])('Prefer: %s', async (...row) => {
  const [, target, prefer, status, example] = row;
  const [method = '', path = ''] = target.split(' ');

  const answer = await sendRequest(target, { text: '{', headers: { prefer, ...json } });

  expect(answer).toEqual(answerExample(findOperation(method, path)?.operation.id ?? '', status, example));
});

test('PAY-4 Prefer selects the 500 without a body', async () => {
  const response = await fetchRequest(payment, { token, headers: { prefer: 'code=500' } });

  expect(response.status).toBe(500);
  expect(response.headers.get('content-type')).toBeNull();
  expect(await response.text()).toBe('');
});

test.each(['dynamic=true', 'note="a, code=500"'])('Prefer: %s leaves the refusal to the document', async (prefer) => {
  const answer = await sendRequest(payment, { headers: { prefer } });

  expect(answer).toEqual(answerExample('startPayment', 401, 'missingToken'));
});

test('Prefer makes up the same body from the same seed', async () => {
  const made = (seed: string) =>
    sendRequest('GET /users/usr_1', { token: 'key_sandbox', headers: { prefer: `dynamic=true, seed=${seed}` } });

  const [one, same, other] = [await made('1'), await made('1'), await made('2')];

  expect(one.status).toBe(200);
  expect(one).toEqual(same);
  expect(one).not.toEqual(other);
});

test.each([
  ['code=599', 'The document has no such response. It has 200, 400, 401, 403, 415, default.'],
  ['example=unknown', 'The document has no such example of 200. It has notShown.'],
])('Prefer: %s, which the document does not know, is answered with 404', async (prefer, detail) => {
  const answer = await sendRequest(addParties, { headers: { prefer } });

  expect(answer).toMatchObject({ status: 404, body: { detail } });
});

test('the README has the tokens of the document, and starts the Prism that the mock starts', () => {
  const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  const documented = Object.values(openApiDocument.components.securitySchemes).map((each) => each['x-example-token']);

  expect([...readme.matchAll(/`(\w+_sandbox)` \(/g)].map(([, one]) => one)).toEqual(documented);
  expect(Object.values(exampleTokens)).toEqual(documented);
  expect(readme).toContain(`npx @stoplight/prism-cli@${manifest.dependencies['@stoplight/prism-cli']} mock `);
});
