import { expect, test } from 'vitest';
import { requestExample } from './document-example.ts';
import { sendRequest } from './send-request.ts';
import { startWithStandIn } from './stand-in.ts';

const token = 'adm_sandbox';
const jsonType = { 'content-type': 'application/json' };

test('Prism receives the method, path, query, headers and body that the caller sent', async () => {
  const { url, logged } = await startWithStandIn();
  const text = JSON.stringify({ ...requestExample('createContract'), note: 'طلب' }, null, 2);
  const headers = { ...jsonType, 'x-request-id': 'r-1', prefer: 'dynamic=true', cookie: 'a=b' };

  const answer = await sendRequest('POST /api/external/contracts?trace=a%20b&trace=c', { url, token, text, headers });

  expect(answer).toMatchObject({
    status: 200,
    body: {
      method: 'POST',
      url: '/api/external/contracts?trace=a%20b&trace=c',
      headers: { ...headers, authorization: `Bearer ${token}`, 'content-length': String(Buffer.byteLength(text)) },
      body: text,
    },
  });
  expect(logged).toEqual(['createContract 200']);
});

test('Prism receives a form as the caller encoded it', async () => {
  const { url } = await startWithStandIn();
  const text = `${new URLSearchParams(requestExample('requestTicket'))}`.replace('%2B', '%2b');
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };

  const answer = await sendRequest('POST /realms/service/protocol/openid-connect/token', { url, text, headers });

  expect(answer).toMatchObject({ status: 200, body: { headers, body: text } });
});

test.each([
  ['the scheme of a token', { authorization: 'bearer adm_sandbox' }, { authorization: 'Bearer adm_sandbox' }],
  ['a charset', { 'content-type': 'Application/JSON; charset=UTF-16' }, jsonType],
  ['what is accepted', { accept: 'text/html' }, { accept: '*/*' }],
])('what Prism would refuse or never answer reaches it in another form: %s', async (_what, sent, received) => {
  const { url } = await startWithStandIn();
  const text = JSON.stringify(requestExample('createContract'));

  const answer = await sendRequest('POST /api/external/contracts', {
    url,
    text,
    headers: { authorization: `Bearer ${token}`, ...jsonType, ...sent },
  });

  expect(answer).toMatchObject({ status: 200, body: { headers: received, body: text } });
});

test.each([
  ['/users/%ZZ?%ZZ=%', '/users/%25ZZ?%ZZ=%'],
  ['/users/usr%2F1', '/users/usr%2F1'],
  ['/users/a%20b%C3%A9', '/users/a%20b%C3%A9'],
])('the path %s reaches Prism as %s', async (path, received) => {
  const { url } = await startWithStandIn();

  expect(await sendRequest(`GET ${path}`, { url, token: 'key_sandbox' })).toMatchObject({ body: { url: received } });
});

test('a body and a media type that the operation does not take stay behind', async () => {
  const { url } = await startWithStandIn();
  const options = { url, token: 'key_sandbox', text: '{', headers: { 'content-type': 'garbage' } };

  const { body } = await sendRequest('DELETE /webhooks/1', options);

  expect(body).toMatchObject({ method: 'DELETE', url: '/webhooks/1', body: '' });
  expect(body).not.toHaveProperty('headers.content-type');
});

test('of a refused request, Prism receives nothing but the example that it is to answer', async () => {
  const { url, logged } = await startWithStandIn();
  const refused = { url, token, json: { secret: 'x' }, headers: { 'x-secret': 'x', prefer: 'wait=secret' } };

  const { body } = await sendRequest('POST /api/external/contracts?secret=x', refused);

  expect(body).toMatchObject({ method: 'GET', headers: { prefer: 'code=400, example="fieldMissing"' }, body: '' });
  expect(JSON.stringify(body)).not.toMatch(/secret|adm_sandbox/);
  expect(logged).toEqual(['createContract 200 CONTRACT-1a']);
});
