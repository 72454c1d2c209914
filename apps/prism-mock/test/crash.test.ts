import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { isSoak } from '@escrow-kit/suite';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type PrismMock, startPrismMock } from '../src/index.ts';
import type { PrismRequest } from '../src/send-to-prism.ts';
import type { PrismProcess } from '../src/start-prism.ts';
import { supervisePrism } from '../src/supervise-prism.ts';
import { sendRequest } from './send-request.ts';
import { type WatchedPrism, watchPrism } from './watch-prism.ts';

const rounds = Array.from({ length: isSoak ? 50 : 1 }, (_, index) => index + 1);
const lines: string[] = [];

afterEach(() => {
  vi.unstubAllEnvs();
  lines.length = 0;
});

describe('a Prism that is killed', () => {
  let mock: PrismMock;
  let prism: WatchedPrism;

  beforeEach(async () => {
    const watch = await watchPrism();
    for (const [name, value] of Object.entries(watch.environment)) vi.stubEnv(name, value);
    const log = (line: string) => lines.push(line);
    [prism, mock] = await Promise.all([watch.next(), startPrismMock({ port: 0, log })]);
    return mock.close;
  });

  const getUser = () => sendRequest(mock, 'GET /users/usr_1', { token: 'key_sandbox' });

  test('is restarted for the next request, and the log says so', async () => {
    process.kill(prism.pid, 'SIGKILL');
    await prism.ended;

    expect(await getUser()).toMatchObject({ status: 200 });
    expect(lines).toEqual(['prism started again', 'getUser 200']);
  });

  test.each(rounds)('leaves no request unanswered: one new Prism answers them (%i)', async () => {
    process.kill(prism.pid, 'SIGSTOP');

    const answers = Promise.all(Array.from({ length: 8 }, getUser));
    process.kill(prism.pid, 'SIGKILL');

    expect((await answers).map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(lines.filter((line) => line === 'prism started again')).toHaveLength(1);
  });

  test('does not outlive the mock, even if it hangs', async () => {
    process.kill(prism.pid, 'SIGSTOP');

    await mock.close();

    await expect(prism.ended).resolves.toBeDefined();
  });
});

const request: PrismRequest = { method: 'GET', path: '/users/usr_1', headers: {}, body: '' };

/** A broken stand-in for Prism. */
async function startBrokenPrism(breakOff: (socket: Socket) => void): Promise<() => PrismProcess> {
  const server = createServer((incoming) => breakOff(incoming.socket)).listen(0, '127.0.0.1');
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

test('a request that crashes every Prism gets 502', async () => {
  const start = vi.fn(await startBrokenPrism((socket) => socket.destroy()));
  const prism = supervisePrism({ start });

  await expect(prism.send(request)).rejects.toMatchObject({ status: 502 });

  expect(start).toHaveBeenCalledTimes(2);
});

test('a request that Prism never answers gets 504, and Prism is ended', async () => {
  const start = await startBrokenPrism(() => {});
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
