import { getEventListeners, once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { createEscrowClient, type EscrowClient, type EscrowClientOptions, parseCheckoutUrl } from '../src/index.ts';
import { createUndiciTransport } from '../src/undici-transport.ts';
import { transportFor, transportNames } from './support/transports.ts';

interface ReceivedRequest {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

const { shortId } = parseCheckoutUrl('https://pay.example/external/short_1');

const calls: [name: string, (client: EscrowClient) => Promise<unknown>][] = [
  ['a read with an id that is no plain text', (client) => client.users.get('usr /?#%ü')],
  ['a query', (client) => client.payments.start({ milestoneId: 'm-1', redirectUrl: 'https://shop.example/?a=1&b=ü' })],
  ['a form', (client) => client.payments.requestTicket({ shortId, buyerPhone: '+966500000001' })],
  ['a body', (client) => client.customers.register({ phoneNumber: '+966500000001', firstName: 'سارة' })],
];

test.each(calls)('%s reaches the service as it does with fetch', async (_name, call) => {
  const { url, received } = await startServer();

  for (const name of transportNames) await call(clientFor(url, transportFor(name))).catch(() => {});

  const [byFetch, byUndici] = received;
  expect(byUndici).toMatchObject({ method: byFetch?.method, url: byFetch?.url, body: byFetch?.body });
  for (const name of ['authorization', 'accept', 'content-type', 'content-length']) {
    expect(byUndici?.headers[name]).toBe(byFetch?.headers[name]);
  }
});

test.each(transportNames)('a body that a GET cannot carry is not sent over %s', async (name) => {
  const { url, received } = await startServer();
  const call = { path: { userId: 'usr_1' }, body: { name: 'Sara' } };

  const sending = clientFor(url, transportFor(name)).call('getUser', call as never);

  await expect(sending).rejects.toMatchObject({ code: 'configuration', outcome: 'not-sent', attempts: 0 });
  expect(received).toEqual([]);
});

test('an answer in several parts, of letters that are several bytes, is read whole', async () => {
  const name = 'سارة'.repeat(50_000);
  const { url } = await startServer({}, JSON.stringify({ data: { name } }));

  const { data } = await clientFor(url, transportFor('undici')).users.get('usr_1');

  expect(data.name).toBe(name);
});

test('an answer has its status, its address and every header', async () => {
  const { url } = await startServer({ 'set-cookie': ['a=1', 'b=2'], 'x-limit': '7' });
  const { raw } = clientFor(url, transportFor('undici'));

  const { response } = await raw.users.GET('/users/{userId}', { params: { path: { userId: 'usr_1' } } });

  expect(response).toMatchObject({
    ok: true,
    status: 200,
    url: `${url}/users/usr_1`,
    redirected: false,
    bodyUsed: true,
  });
  expect(response.headers.get('x-limit')).toBe('7');
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
});

test('its connections are used again, and closed with it', async () => {
  const calledTimes = 10;
  const { url, connectionCount, closed } = await startServer();
  const transport = createUndiciTransport();
  const client = clientFor(url, { transport });
  for (let call = 0; call < calledTimes; call++) await client.users.get('usr_1');
  const counted = connectionCount();

  await transport.close();

  await closed();
  expect(counted).toBeLessThan(calledTimes);
});

test('a signal that several requests share keeps nothing of those that are done', async () => {
  const { url } = await startServer();
  const transport = createUndiciTransport();
  onTestFinished(() => transport.close());
  const { signal } = new AbortController();
  const limits = { maxAnswerInBytes: 1024, signal };

  await transport.send({ url: `${url}/users/1`, method: 'GET', headers: {}, body: undefined, ...limits });
  const refused = transport.send({
    url: 'http://127.0.0.1:1/',
    method: 'GET',
    headers: {},
    body: undefined,
    ...limits,
  });
  await expect(refused).rejects.toThrow();

  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test.each(transportNames)('an address in capitals, with a path of its own, is called over %s', async (name) => {
  const { url, received } = await startServer();
  const hosts = `${url.replace('http:', 'HTTP:')}/über/`;

  await clientFor(hosts, transportFor(name)).users.get('usr_1');

  expect(received).toMatchObject([{ url: '/%C3%BCber/users/usr_1' }]);
});

test('its pool takes what undici takes', async () => {
  const { url, connectionCount } = await startServer();
  const transport = createUndiciTransport({ connections: 2 });
  onTestFinished(() => transport.close());
  const client = clientFor(url, { transport });

  await Promise.all(Array.from({ length: 20 }, () => client.users.get('usr_1')));

  expect(connectionCount()).toBeLessThanOrEqual(2);
});

test('what is called after the transport was closed is not sent, so that no step is in doubt', async () => {
  const { url, received } = await startServer();
  const transport = createUndiciTransport();
  const client = clientFor(url, { transport });
  await client.users.get('usr_1');

  await transport.close();
  const write = client.customers.register({ phoneNumber: '+966500000001' });

  await expect(write).rejects.toMatchObject({
    code: 'connection',
    outcome: 'not-sent',
    message: expect.stringContaining('its transport was closed'),
  });
  expect(received).toHaveLength(1);
});

test('an option that undici refuses is refused when the transport is made', () => {
  expect(() => createUndiciTransport({ connections: -1 })).toThrow('invalid connections');
});

const wrong: [fault: string, options: Partial<EscrowClientOptions>][] = [
  ['transport', { transport: createUndiciTransport as never }],
  ['transport', { transport: { fetch } as never }],
  ['fetch', { transport: createUndiciTransport(), fetch }],
];

test.each(wrong)('a wrong option is named: %s', (name, options) => {
  const create = () => createEscrowClient({ hosts: 'http://service.example', ...options });

  expect(create).toThrow(expect.objectContaining({ code: 'configuration', message: expect.stringContaining(name) }));
});

const clientFor = (hosts: string, options: Partial<EscrowClientOptions>): EscrowClient =>
  createEscrowClient({
    hosts,
    clientId: 'client',
    clientSecret: 'secret',
    tokens: { organization: 'org', clientAdmin: 'adm', apiKey: 'key' },
    retry: { max: 0 },
    ...options,
  });

/** A server that gives everything the same answer. */
async function startServer(headers: Record<string, string | string[]> = {}, answer = '{}') {
  const received: ReceivedRequest[] = [];
  const connections = new Set<object>();
  const ended: Promise<unknown>[] = [];
  const server = createServer(async (request, response) => {
    const { method, url, headers: sent } = request;
    received.push({ method, url, headers: sent, body: await text(request) });
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(answer);
  });
  server.on('connection', (socket) => {
    connections.add(socket);
    ended.push(once(socket, 'close'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    connectionCount: () => connections.size,
    closed: () => Promise.all(ended),
  };
}
