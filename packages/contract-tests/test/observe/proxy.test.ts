import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { isSoak, repeats } from '@escrow-kit/suite';
import { localCertificate } from '@escrow-kit/suite/local-certificate';
import { expect, onTestFinished, test } from 'vitest';
import { routeEvents } from '../../src/observe/proxy/route.ts';
import type { RawExchange } from '../../src/observe/raw-exchange.ts';
import { serve } from '../support/serve.ts';
import { connectRaw, listenRaw, readMessage, receive } from './support/raw-http.ts';
import { startObserved } from './support/start-observed.ts';

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

const bodyInMebibytes = repeats({ test: 30, soak: 200 });

const isMessage = (bytes: Buffer): boolean => readMessage(bytes) !== undefined;

/** A service that gets each connection, as an address. */
const serveRaw = async (serveSocket: (socket: Socket) => void): Promise<string> =>
  `http://127.0.0.1:${await listenRaw(serveSocket)}`;

/** A service that answers each request on each connection. */
const answerRaw = (answer: string): Promise<string> =>
  serveRaw(async (socket) => {
    for (;;) {
      const request = await receive(socket, isMessage);
      if (!isMessage(request)) return;
      socket.write(answer);
    }
  });

const getRequest = 'GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** Sends bytes and returns everything that comes until the connection ends or it is enough. */
async function exchangeRaw(port: number, request: string, isEnough?: (received: Buffer) => boolean): Promise<string> {
  const socket = await connectRaw(port);
  socket.write(request, 'latin1');
  return (await receive(socket, isEnough)).toString('latin1');
}

test('a body waits for 100 Continue of the service', async () => {
  const head = 'POST /a HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n';
  const service = await serveRaw(async (socket) => {
    const received = (await receive(socket, (bytes) => bytes.includes('\r\n\r\n'))).toString();
    expect(received).toContain('\r\nExpect: 100-continue\r\n');
    socket.write('HTTP/1.1 100 Continue\r\n\r\n');
    await receive(socket, (bytes) => bytes.includes('hello'));
    socket.write(ok);
  });
  const { port } = await startObserved(service);

  const socket = await connectRaw(port);
  socket.write(head);
  const first = await receive(socket, isMessage);
  socket.write('hello');
  const second = await receive(socket, isMessage);

  expect(`${first}`).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  expect(`${second}`).toBe(ok);
});

test('a service that refuses an expected body is passed on', async () => {
  const refusal = 'HTTP/1.1 417 Expectation Failed\r\nContent-Length: 0\r\n\r\n';
  const service = await serveRaw(async (socket) => {
    await receive(socket, (bytes) => bytes.includes('\r\n\r\n'));
    socket.write(refusal);
  });
  const { port } = await startObserved(service);

  const head = 'POST /a HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n';
  expect(await exchangeRaw(port, head, isMessage)).toBe(refusal);
});

test.each([
  ['with a length', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nthe beginning', 'end'],
  ['in chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nd\r\nthe beginning\r\n', 'end'],
  ['that only a reset marks as cut off', 'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nthe beginning', 'reset'],
])('a service that dies in an answer %s breaks the connection after what it sent', async (_what, answer, ending) => {
  let service: Socket | undefined;
  const url = await serveRaw(async (socket) => {
    service = socket;
    await receive(socket, isMessage);
    socket.write(answer);
  });
  const { port, captured } = await startObserved(url);

  const socket = await connectRaw(port);
  const errors: string[] = [];
  socket.on('error', (error: NodeJS.ErrnoException) => errors.push(error.code ?? ''));
  socket.write(getRequest);
  const received = await receive(socket, ({ length }) => length === answer.length);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  service?.[ending === 'reset' ? 'resetAndDestroy' : 'destroy']();
  await closed;

  expect(`${received}`).toBe(answer);
  expect(errors).toEqual(ending === 'reset' ? ['ECONNRESET'] : []);
  const { response, failure } = await captured();
  expect(failure).toBe('ECONNRESET');
  expect(response).toMatchObject({ status: 200, body: { isComplete: false, bytes: Buffer.from('the beginning') } });
});

test('a service that ends without an answer ends the connection without one', async () => {
  const service = await serveRaw(async (socket) => {
    await receive(socket, isMessage);
    socket.end();
  });
  const { port, captured } = await startObserved(service);

  expect(await exchangeRaw(port, getRequest)).toBe('');
  expect(await captured()).toMatchObject({ failure: 'ECONNRESET', method: 'GET', target: '/a', host: 'contract' });
});

/** All bytes in `pnpm soak`; otherwise all that control, and a sixteenth of the others. */
const answeredBytes = [...Array(256).keys()].filter((byte) => isSoak || byte < 0x24 || byte % 16 === 15);

test('no status and no byte of an answer ends the proxy: what cannot be passed breaks off, and the rest goes on', async () => {
  const bytes = answeredBytes.map((code) => String.fromCharCode(code));
  const answers = [
    ...['000', '001', '099', '600', '999'].map((status) => `HTTP/1.1 ${status} X\r\nContent-Length: 2\r\n\r\nok`),
    ...bytes.flatMap((byte) => [
      `HTTP/1.1 200 a${byte}b\r\nContent-Length: 2\r\n\r\nok`,
      `HTTP/1.1 103 a${byte}b\r\n\r\n${ok}`,
      `HTTP/1.1 200 OK\r\nX${byte}: a${byte}b\r\nContent-Length: 2\r\n\r\nok`,
      `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;a${byte}\r\nok\r\n0\r\nX${byte}: a${byte}b\r\n\r\n`,
    ]),
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\nTrailer: X\r\n\r\nok',
  ];
  const service = await serveRaw(async (socket) => {
    const request = (await receive(socket, isMessage)).toString();
    socket.end(answers[Number(/\/(\d+) /.exec(request)?.[1])] ?? ok, 'latin1');
  });
  const { port, proxy, exchanges } = await startObserved(service);

  const closingRequest = getRequest.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
  for (let start = 0; start < answers.length; start += 64) {
    const some = answers.slice(start, start + 64).map((_, index) => closingRequest.replace('/a', `/${start + index}`));
    await Promise.all(some.map((request) => exchangeRaw(port, request)));
  }
  const last = await exchangeRaw(port, getRequest, isMessage);
  await proxy.close();

  expect(last).toBe(ok);
  expect(exchanges).toHaveLength(answers.length + 1);
  const failureOf = (answer: string) =>
    exchanges.find(({ target }) => target === `/${answers.indexOf(answer)}`)?.failure;
  expect([answers[0], answers[2], answers[5 + 4]].map((answer) => failureOf(answer ?? ''))).toEqual([
    'ERR_HTTP_INVALID_STATUS_CODE',
    'ERR_HTTP_INVALID_STATUS_CODE',
    'ERR_INVALID_CHAR',
  ]);
});

test('a service that gives no connection is a 502 that says so', async () => {
  const gone = await serve(() => {});
  const { proxy, captured } = await startObserved(gone.replace(/:\d+$/, ':1'));

  const answer = await fetch(`${proxy.url}/a`, { method: 'POST', body: 'x' });

  const reason = 'No connection to http://127.0.0.1:1: ECONNREFUSED';
  expect(answer.status).toBe(502);
  expect(answer.headers.get('x-escrow-observe')).toBe(reason);
  expect(await answer.text()).toBe(`${reason}\n`);
  expect(await captured()).toMatchObject({ failure: 'ECONNREFUSED' });
});

test.each([
  ['request', 'POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nthe beginning', ''],
  ['wait for an answer', getRequest, ''],
  ['answer', getRequest, 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nthe beginning'],
])('an application that ends in its %s ends the connection to the service', async (_what, request, answer) => {
  const ended = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  const service = await serveRaw(async (socket) => {
    socket.once('close', () => ended.resolve());
    await receive(socket, (bytes) => isMessage(bytes) || bytes.includes('beginning'));
    socket.write(answer);
    reached.resolve();
  });
  const { port, captured } = await startObserved(service);

  const socket = await connectRaw(port);
  socket.write(request);
  await reached.promise;
  if (answer !== '') await receive(socket, ({ length }) => length === answer.length);
  socket.destroy();

  await ended.promise;
  expect(await captured()).toMatchObject({ failure: 'CLIENT_CLOSED' });
});

test('two calls on one connection use one connection to the service, and another connection another', async () => {
  let connections = 0;
  const service = await serve((_request, response) => response.end('ok'));
  const counted = await serveRaw((socket) => {
    connections += 1;
    void connectRaw(Number(new URL(service).port)).then((to) => socket.pipe(to).pipe(socket));
  });
  const { port } = await startObserved(counted);

  const socket = await connectRaw(port);
  for (const _ of [1, 2]) {
    socket.write(getRequest);
    await receive(socket, isMessage);
  }
  expect(connections).toBe(1);
  await exchangeRaw(port, getRequest, isMessage);
  expect(connections).toBe(2);
});

test('pipelined calls are answered in their order', async () => {
  const service = await serve((request, response) => {
    setTimeout(() => response.end(request.url), request.url === '/1' ? 20 : 0);
  });
  const { port } = await startObserved(service);

  const requests = [1, 2, 3].map((number) => getRequest.replace('/a', `/${number}`)).join('');
  const answers = await exchangeRaw(port, requests, (bytes) => bytes.includes('/3'));

  expect(answers.match(/\/[123](?=HTTP|$)/g)).toEqual(['/1', '/2', '/3']);
});

test('200 connections at once are served at once', async () => {
  const waiting: (() => void)[] = [];
  const service = await serve((request, response) => {
    waiting.push(() => response.end(request.url));
    if (waiting.length === 200) for (const answer of waiting) answer();
  });
  const { proxy, exchanges } = await startObserved(service);

  const paths = Array.from({ length: 200 }, (_, index) => `/${index}`);
  const answers = await Promise.all(paths.map(async (path) => (await fetch(`${proxy.url}${path}`)).text()));
  await proxy.close();

  expect(answers).toEqual(paths);
  expect(exchanges.map(({ target }) => target).sort()).toEqual(paths.sort());
});

test('a service under HTTP/1.0 is passed without chunks, which that does not know', async () => {
  const service = await answerRaw(
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-A: 1\r\n\r\n',
  );
  const { port } = await startObserved(service);

  const answer = await exchangeRaw(port, 'GET /a HTTP/1.0\r\nHost: localhost\r\n\r\n');

  expect(answer).toBe('HTTP/1.1 200 OK\r\n\r\nok');
});

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

test('an answer that switches protocols unasked is a failure', async () => {
  const service = await answerRaw('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
  const { port, captured } = await startObserved(service);

  expect(await exchangeRaw(port, getRequest)).toBe('');
  expect(await captured()).toMatchObject({ failure: expect.any(String) });
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

test('a service with a certificate that nobody trusts gets no request', async () => {
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

test('an exchange is captured with up to 1 MiB of each body', async () => {
  const service = await serve((request, response) => {
    request.resume().on('end', () => response.end(Buffer.alloc(3 * 1024 * 1024, 'b')));
  });
  const { proxy, captured } = await startObserved(service);

  const body = Buffer.alloc(2 * 1024 * 1024, 'a');
  const answer = await (
    await fetch(`${proxy.url}/a?b`, { method: 'PUT', body, headers: { 'X-A': '1' } })
  ).arrayBuffer();
  const exchange = await captured();

  expect(answer.byteLength).toBe(3 * 1024 * 1024);
  expect(exchange).toMatchObject({ kind: 'call', method: 'PUT', target: '/a?b', host: 'contract' });
  expect(exchange.requestHeaders).toContainEqual(['X-A', '1']);
  for (const [captured, letter] of [[exchange.requestBody, 'a'] as const, [exchange.response?.body, 'b'] as const]) {
    expect(captured?.isComplete).toBe(false);
    expect(Buffer.alloc(1024 * 1024, letter).equals(captured?.bytes ?? Buffer.alloc(0))).toBe(true);
  }
});

test('a long body passes both ways, and little of it is on the way at once', async () => {
  const mebibyte = Buffer.alloc(1024 * 1024);
  const service = await serve((incoming, response) => incoming.pipe(response));
  const { port } = await startObserved(service);
  let [sent, received, mostOnTheWay] = [0, 0, 0];
  async function* send() {
    for (let count = 0; count < bodyInMebibytes; count += 1) {
      sent += mebibyte.length;
      yield mebibyte;
    }
  }

  const upload = request({ port, method: 'POST', path: '/a' });
  const uploaded = pipeline(send, upload);
  const [answer] = (await once(upload, 'response')) as [IncomingMessage];
  for await (const chunk of answer) {
    received += chunk.length;
    mostOnTheWay = Math.max(mostOnTheWay, sent - received);
  }
  await uploaded;

  expect(received).toBe(bodyInMebibytes * mebibyte.length);
  expect(mostOnTheWay).toBeLessThan(20 * mebibyte.length);
});

test('an application that stops reading stops the service, and no other call', async () => {
  let written = 0;
  const piece = Buffer.alloc(64 * 1024);
  const service = await serve((incoming, response) => {
    if (incoming.url !== '/endless') return void response.end('ok');
    const write = (): void => {
      do written += piece.length;
      while (response.write(piece));
    };
    response.on('drain', write);
    write();
  });
  const { proxy, port } = await startObserved(service);

  const socket = await connectRaw(port);
  socket.write(getRequest.replace('/a', '/endless'));
  await once(socket, 'readable');
  for (let call = 0; call < 100; call += 1) expect(await (await fetch(`${proxy.url}/a`)).text()).toBe('ok');

  expect(written).toBeLessThan(32 * 1024 * 1024);
});

test('an observer that is too slow delays no call, and at most 64 MiB wait for it', async () => {
  const service = await serve((_request, response) => response.end(Buffer.alloc(1024 * 1024)));
  const gate = Promise.withResolvers<void>();
  const seen: RawExchange[] = [];
  const { proxy } = await startObserved(service, {
    onExchange(exchange) {
      seen.push(exchange);
      return gate.promise;
    },
  });

  for (let call = 0; call < 70; call += 1) await (await fetch(`${proxy.url}/${call}`)).arrayBuffer();
  gate.resolve();
  await proxy.close();

  const bytes = seen.map(({ response }) => response?.body.bytes.length ?? 0);
  expect(bytes).toHaveLength(70);
  expect(bytes.reduce((sum, length) => sum + length)).toBe(64 * 1024 * 1024);
});
