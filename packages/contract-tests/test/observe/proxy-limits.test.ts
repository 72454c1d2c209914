import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { repeats } from '@escrow-kit/suite';
import { expect, test } from 'vitest';
import type { RawExchange } from '../../src/observe/raw-exchange.ts';
import { serve } from '../support/serve.ts';
import { connectRaw, getRequest } from './support/raw-http.ts';
import { startObserved } from './support/start-observed.ts';

const bodyInMebibytes = repeats({ test: 24, soak: 200 });

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
  for (let call = 0; call < 20; call += 1) expect(await (await fetch(`${proxy.url}/a`)).text()).toBe('ok');

  expect(written).toBeLessThan(32 * 1024 * 1024);
});

test('an observer that is too slow delays no call', async () => {
  const service = await serve((_request, response) => response.end('ok'));
  const gate = Promise.withResolvers<void>();
  const seen: RawExchange[] = [];
  const { proxy } = await startObserved(service, {
    onExchange(exchange) {
      seen.push(exchange);
      return gate.promise;
    },
  });

  for (let call = 0; call < 20; call += 1) expect(await (await fetch(`${proxy.url}/${call}`)).text()).toBe('ok');
  gate.resolve();
  await proxy.close();

  expect(seen).toHaveLength(20);
});
