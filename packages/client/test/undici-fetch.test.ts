import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createEscrowClient, type EscrowClient, type EscrowClientOptions, parseCheckoutUrl } from '../src/index.ts';
import { listen } from './support/listen.ts';
import { transportFor, transportNames } from './support/transports.ts';

interface ReceivedRequest {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

const { shortId } = parseCheckoutUrl('https://pay.example/external/short_1');

const calls: [name: string, (client: EscrowClient) => Promise<unknown>][] = [
  ['a read with an id of special characters', (client) => client.users.get('usr /?#%ü')],
  ['a query', (client) => client.payments.start({ milestoneId: 'm-1', redirectUrl: 'https://shop.example/?a=1&b=ü' })],
  ['a form', (client) => client.payments.requestTicket({ shortId, buyerPhone: '+966500000001' })],
  ['a body', (client) => client.customers.register({ phoneNumber: '+966500000001', firstName: 'سارة' })],
];

test.each(calls)('%s reaches the service as with fetch', async (_name, call) => {
  const { url, received } = await startServer();

  for (const name of transportNames) await call(clientFor(url, transportFor(name))).catch(() => {});

  const [byFetch, byUndici] = received;
  expect(byUndici).toMatchObject({ method: byFetch?.method, url: byFetch?.url, body: byFetch?.body });
  for (const name of ['authorization', 'accept', 'content-type', 'content-length']) {
    expect(byUndici?.headers[name]).toBe(byFetch?.headers[name]);
  }
});

test('an answer in several parts, with characters of several bytes, is read completely', async () => {
  const name = 'سارة'.repeat(50_000);
  const { url } = await startServer(JSON.stringify({ data: { name } }));

  const { data } = await clientFor(url, transportFor('undici')).users.get('usr_1');

  expect(data.name).toBe(name);
});

test.each(transportNames)('an address in capitals, with a path, is called over %s', async (name) => {
  const { url, received } = await startServer();
  const baseUrl = `${url.replace('http:', 'HTTP:')}/über/`;

  await clientFor(baseUrl, transportFor(name)).users.get('usr_1');

  expect(received).toMatchObject([{ url: '/%C3%BCber/users/usr_1' }]);
});

const clientFor = (baseUrl: string, options: Partial<EscrowClientOptions>): EscrowClient =>
  createEscrowClient({
    baseUrl,
    clientId: 'client',
    clientSecret: 'secret',
    tokens: { organization: 'org', clientAdmin: 'adm', apiKey: 'key' },
    retry: { max: 0 },
    ...options,
  });

/** A server with the same answer to every request. */
async function startServer(answer = '{}') {
  const received: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    received.push({ method, url, headers, body: await text(request) });
    response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
  });
  return { url: await listen(server), received };
}
