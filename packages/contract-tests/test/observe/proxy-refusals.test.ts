import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { localCertificate } from '@escrow-kit/suite/local-certificate';
import { expect, onTestFinished, test, vi } from 'vitest';
import { routeEvents } from '../../src/observe/proxy/route.ts';
import { serve } from '../support/serve.ts';
import { answerRaw, connectRaw, exchangeRaw, getRequest, isMessage, ok } from './support/raw-http.ts';
import { startObserved } from './support/start-observed.ts';

test('an offer of another protocol is not passed on, and a WebSocket is refused', async () => {
  const received: string[] = [];
  const service = await serve((request, response) => {
    received.push(request.rawHeaders.join(' '));
    response.end('ok');
  });
  const { port } = await startObserved(service);
  const offer = (rest: string): string => `GET /a HTTP/1.1\r\nHost: localhost\r\n${rest}\r\n\r\n`;

  await exchangeRaw(
    port,
    offer('Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AA'),
    isMessage,
  );
  await exchangeRaw(port, offer('Connection: keep-alive, Upgrade\r\nUpgrade: h2c'), isMessage);
  const refused = await exchangeRaw(port, offer('Connection: Upgrade\r\nUpgrade: websocket'), isMessage);

  const host = new URL(service).host;
  expect(received).toEqual([`Host ${host}`, `Host ${host} Connection keep-alive`]);
  expect(refused).toContain('HTTP/1.1 501 ');
  expect(refused).toContain('\r\nx-escrow-observe: WebSockets are not passed through.\r\n');
});

test.each([
  ['a name that resolves to this machine', 'GET /a HTTP/1.1\r\nHost: evil.example\r\n\r\n', 403],
  ['a name that only begins like one of this machine', 'GET /a HTTP/1.1\r\nHost: 127.0.0.1.evil.example\r\n\r\n', 403],
  ['an HTTP proxy', 'GET http://contract.example/a HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
])('a call to %s is refused, and reaches nothing', async (_what, request, status) => {
  const received: unknown[] = [];
  const service = await serve((incoming, response) => {
    received.push(incoming.url);
    response.end();
  });
  const { port, proxy, exchanges } = await startObserved(service);

  const answer = await exchangeRaw(port, request, isMessage);
  await proxy.close();

  expect(answer).toContain(`HTTP/1.1 ${status} `);
  expect({ received, exchanges }).toEqual({ received: [], exchanges: [] });
});

test('a service with a certificate that nobody trusts gets no request, whatever the environment says', async () => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  onTestFinished(() => void vi.unstubAllEnvs());
  const received: unknown[] = [];
  const server = createServer(localCertificate, (request, response) => {
    received.push(request.url);
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { proxy } = await startObserved(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);

  const answer = await fetch(`${proxy.url}/a`, { method: 'POST', body: 'secret' });

  expect(answer.status).toBe(502);
  expect(answer.headers.get('x-escrow-observe')).toContain('DEPTH_ZERO_SELF_SIGNED_CERT');
  expect(received).toEqual([]);
});

test('an event goes to the endpoint of the application, whatever name its tunnel has, but not from a web page', async () => {
  const received: string[] = [];
  const application = await serve(async (request, response) => {
    received.push(`${request.method} ${request.url} ${await text(request)}`);
    response.writeHead(202).end();
  });
  const { proxy, exchanges, port } = await startObserved('http://127.0.0.1:1', {
    kind: 'event',
    route: routeEvents(`${application}/webhooks`),
  });
  const event = 'POST /b HTTP/1.1\r\nHost: tunnel.example\r\nContent-Length: 2\r\n';

  const taken = await exchangeRaw(port, `${event}\r\n{}`, isMessage);
  const refused = await exchangeRaw(port, `${event}Origin: https://evil.example\r\n\r\n{}`, isMessage);
  await proxy.close();

  expect(taken).toContain('HTTP/1.1 202 ');
  expect(refused).toContain('HTTP/1.1 403 ');
  expect(received).toEqual(['POST /webhooks {}']);
  expect(exchanges).toMatchObject([{ kind: 'event', method: 'POST', target: '/b', response: { status: 202 } }]);
});

test('a page elsewhere cannot read the application through the port of events', async () => {
  const received: unknown[] = [];
  const application = await serve((request, response) => {
    received.push(request.method);
    response.end('private');
  });
  const { port, proxy } = await startObserved('', { kind: 'event', route: routeEvents(`${application}/webhooks`) });

  const answers = await Promise.all(
    ['GET', 'HEAD', 'OPTIONS', 'PUT'].map((method) =>
      exchangeRaw(port, `${method} / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`),
    ),
  );
  await proxy.close();

  expect(answers.map((answer) => answer.slice(0, 12))).toEqual(Array(4).fill('HTTP/1.1 405'));
  expect(received).toEqual([]);
});

test('malformed requests are answered and counted', async () => {
  const { port, proxy, exchanges } = await startObserved(await answerRaw(ok));
  const head = 'POST /a HTTP/1.1\r\nHost: localhost\r\n';
  const malformed = [
    `${head}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nG`,
    `${head}X A: b\r\n\r\n`,
    `${head}X: ${'a'.repeat(300_000)}\r\n\r\n`,
  ];

  const answers = await Promise.all(malformed.map((request) => exchangeRaw(port, request)));
  (await connectRaw(port)).end(head);
  await exchangeRaw(port, getRequest, isMessage);
  await proxy.close();

  expect(answers.map((answer) => answer.slice(0, 12))).toEqual(['HTTP/1.1 400', 'HTTP/1.1 400', 'HTTP/1.1 431']);
  expect([proxy.malformed(), exchanges.length]).toEqual([3, 1]);
});
