import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isSoak } from '@escrow-kit/suite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startPrismMock } from '../src/index.ts';
import type { PrismRequest } from '../src/send-to-prism.ts';
import type { PrismProcess } from '../src/start-prism.ts';
import { supervisePrism } from '../src/supervise-prism.ts';
import { sendRequest } from './send-request.ts';
import { watchPrism } from './watch-prism.ts';

const rounds = Array.from({ length: isSoak ? 50 : 1 }, (_, index) => index + 1);

test.each(rounds)('a Prism that is killed leaves no request unanswered: one new Prism answers them (%i)', async () => {
  const lines: string[] = [];
  const watch = await watchPrism();
  for (const [name, value] of Object.entries(watch.environment)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const log = (line: string) => lines.push(line);
  const [{ pid }, mock] = await Promise.all([watch.next(), startPrismMock({ port: 0, log })]);
  onTestFinished(mock.close);
  process.kill(pid, 'SIGSTOP');

  const answers = Promise.all(
    Array.from({ length: 8 }, () => sendRequest(mock, 'GET /users/usr_1', { token: 'key_sandbox' })),
  );
  process.kill(pid, 'SIGKILL');

  expect((await answers).map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(lines).toEqual(['prism started again', ...Array(8).fill('getUser 200')]);
});

const request: PrismRequest = { method: 'GET', path: '/users/usr_1', headers: {}, body: '' };

/** A stand-in for Prism, which answers as the test says. */
async function standIn(answer: RequestListener): Promise<() => PrismProcess> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return () => {
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    return { url: Promise.resolve(`http://127.0.0.1:${port}`), ended, stop: async () => end() };
  };
}

test('a Prism that has ended is started again by the next request', async () => {
  const start = vi.fn(await standIn((_request, response) => response.end('{}')));
  const onRestart = vi.fn();
  const prism = supervisePrism({ start, onRestart });
  await start.mock.results[0]?.value.stop();

  expect(await prism.send(request)).toMatchObject({ status: 200 });
  expect(await prism.send(request)).toMatchObject({ status: 200 });

  expect(start).toHaveBeenCalledTimes(2);
  expect(onRestart).toHaveBeenCalledOnce();
});

test('a request that crashes every Prism gets 502', async () => {
  const start = vi.fn(await standIn(({ socket }) => socket.destroy()));
  const prism = supervisePrism({ start });

  await expect(prism.send(request)).rejects.toMatchObject({ status: 502 });

  expect(start).toHaveBeenCalledTimes(2);
});

test('a request that Prism never answers gets 504, and Prism is ended', async () => {
  const start = await standIn(() => {});
  const hanging = start();
  const prism = supervisePrism({ start: () => hanging, limitInMs: 50 });

  await expect(prism.send(request)).rejects.toMatchObject({ status: 504 });

  await expect(hanging.ended).resolves.toBeUndefined();
});

test('a request gets 502 if Prism cannot be restarted', async () => {
  const url = Promise.reject(new Error('no port'));
  url.catch(() => {});
  const prism = supervisePrism({ start: () => ({ url, ended: Promise.resolve(), stop: async () => {} }) });

  await expect(prism.send(request)).rejects.toMatchObject({ status: 502 });
});
