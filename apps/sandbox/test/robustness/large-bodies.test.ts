import { on, once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { parentRequest } from '../support/escrow-steps.ts';
import { send } from '../support/service-api.ts';
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

test('a body that is too large is refused with 413, even if its length is not announced', async () => {
  const chunks = ReadableStream.from([mebibyte, mebibyte]);
  const headers = { authorization: 'Bearer adm_sandbox', 'content-type': 'application/json' };
  const options = { method: 'POST', headers, body: chunks, duplex: 'half' } as RequestInit;

  const answers = [
    await send(sandbox(), 'createContract', { rawBody: ' '.repeat(2_000_000) }),
    await fetch(sandbox().url + contracts, options),
  ];

  expect(answers.map(({ status }) => status)).toEqual([413, 413]);
});

test.each([
  ['a body that is too large for a call', 'POST', contracts, 413],
  ['a body that is too large for the control API', 'POST', '/_sandbox/tenants', 413],
  ['a method that its path does not take', 'PUT', contracts, 405],
])('twenty clients that send 4 MiB before they read see the answer to %s', async (_, method, path, status) => {
  const statuses = await Promise.all(Array.from({ length: 20 }, () => writeThenRead(method, path, 4)));

  expect(statuses).toEqual(Array(20).fill(status));
});

test('a connection is used again after a body that was refused', async () => {
  const socket = await open('POST', contracts, ['transfer-encoding: chunked']);
  const statuses = [];

  socket.write('200000\r\n');
  socket.write(Buffer.concat([mebibyte, mebibyte]));
  statuses.push(await readStatus(socket));
  socket.write(`\r\n0\r\n\r\nGET /nowhere HTTP/1.1\r\nhost: ${new URL(sandbox().url).host}\r\n\r\n`);
  statuses.push(await readStatus(socket));

  expect(statuses).toEqual([413, 404]);
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

test('thirty clients that do not read their answers, and sixty that do not finish their bodies, delay nobody else', async () => {
  const thirty = Array.from({ length: 30 });
  const request = `GET /_sandbox/openapi.json HTTP/1.1\r\nhost: ${new URL(sandbox().url).host}\r\n\r\n`;
  const readers = await Promise.all(thirty.map(() => open('GET', '/_sandbox/openapi.json')));
  for (const reader of readers) reader.write(request.repeat(9));
  const refused = await Promise.all(thirty.map(() => open('POST', contracts, ['content-length: 2000000'])));
  const unfinished = await Promise.all(thirty.map(() => open('POST', contracts, ['content-length: 20'])));
  for (const socket of [...refused, ...unfinished]) socket.write('{');
  await Promise.all(readers.map((reader) => once(reader, 'readable')));
  await Promise.all(refused.map(readStatus));

  const answers = await Promise.all(thirty.map(() => send(sandbox(), 'createContract', { body: parentRequest() })));

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect([...readers, ...refused].filter(({ closed }) => closed)).toEqual([]);
  for (const socket of unfinished) socket.write(' '.repeat(19));
  expect(new Set(await Promise.all(unfinished.map(readStatus)))).toEqual(new Set([400]));
});
