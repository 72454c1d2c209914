import type { Socket } from 'node:net';
import { isSoak } from '@escrow-kit/suite';
import { expect, test } from 'vitest';
import { serve } from '../support/serve.ts';
import {
  answerRaw,
  connectRaw,
  exchangeRaw,
  getRequest,
  isMessage,
  ok,
  receive,
  serveRaw,
} from './support/raw-http.ts';
import { startObserved } from './support/start-observed.ts';

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

test('an answer that switches protocols unasked is a failure', async () => {
  const service = await answerRaw('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
  const { port, captured } = await startObserved(service);

  expect(await exchangeRaw(port, getRequest)).toBe('');
  expect(await captured()).toMatchObject({ failure: expect.any(String) });
});
