import { on, once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startedSandbox } from '../support/started-sandbox.ts';

const sandbox = startedSandbox();

const contracts = '/api/external/contracts';
const mebibyte = Buffer.alloc(1024 * 1024, 32);

/** Connects to the sandbox and sends the start of a request; reads nothing. */
async function open(method: string, path: string, headers: string[] = []): Promise<Socket> {
  const { hostname, port, host } = new URL(sandbox().url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  const own = [`host: ${host}`, 'authorization: Bearer adm_sandbox', 'content-type: application/json', ...headers];
  socket.write(`${method} ${path} HTTP/1.1\r\n${own.join('\r\n')}\r\n\r\n`);
  return socket;
}

/** Reads the status of the next answer. */
async function readStatus(socket: Socket): Promise<number> {
  socket.resume();
  for await (const [chunk] of on(socket, 'data', { close: ['close'] })) {
    const status = /^HTTP\/1\.1 (\d+)/.exec(String(chunk))?.[1];
    if (status !== undefined) return Number(status);
  }
  throw new Error('The connection was closed before the answer.');
}

/** Sends a body and reads nothing before all of it is sent, as many clients do. */
async function writeThenRead(method: string, path: string, count: number): Promise<number> {
  const socket = await open(method, path, [`content-length: ${count * mebibyte.length}`]);
  for (let sent = 0; sent < count; sent += 1) {
    await new Promise<void>((resolve, reject) => {
      socket.write(mebibyte, (error) => (error ? reject(error) : resolve()));
    });
  }
  return readStatus(socket);
}

test.each([
  ['a body that is too large for a call', 'POST', contracts, 413],
  ['a body that is too large for the control API', 'POST', '/_sandbox/tenants', 413],
  ['a method that its path does not take', 'PUT', contracts, 405],
])('twenty clients that send 4 MiB before they read see the answer to %s', async (_, method, path, status) => {
  const statuses = await Promise.all(Array.from({ length: 20 }, () => writeThenRead(method, path, 4)));

  expect(statuses).toEqual(Array(20).fill(status));
});

test('a connection is closed after 64 MiB of a refused body, and its client has its answer', async () => {
  const socket = await open('POST', contracts, [`content-length: ${1024 * mebibyte.length}`]);
  const status = await readStatus(socket);
  let count = 0;
  const writeOn = () => {
    count += 1;
    socket.write(mebibyte, (error) => error ?? writeOn());
  };
  const closed = new Promise((resolve) => {
    socket.on('error', () => {}).once('close', resolve);
  });

  writeOn();
  await closed;

  expect(status).toBe(413);
  expect(count).toBeGreaterThan(64);
  expect(count).toBeLessThan(128);
});

test('a connection is closed if a refused body does not end within ten seconds', async () => {
  const socket = await open('POST', contracts, [`content-length: ${2 * mebibyte.length}`]);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const closed = once(socket, 'close');

  expect(await readStatus(socket)).toBe(413);
  vi.advanceTimersByTime(10_000);

  await closed;
});
