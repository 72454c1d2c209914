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

test('100 connections at once are served at once', async () => {
  const waiting: (() => void)[] = [];
  const service = await serve((request, response) => {
    waiting.push(() => response.end(request.url));
    if (waiting.length === 100) for (const answer of waiting) answer();
  });
  const { proxy, exchanges } = await startObserved(service);

  const paths = Array.from({ length: 100 }, (_, index) => `/${index}`);
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
