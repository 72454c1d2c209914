import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isSoak } from '@escrow-kit/tools';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { answerRequest } from '../src/answer-request.ts';
import { supervisePrism } from '../src/prism.ts';
import { prismId, requestExample, sendRequest } from './mock.ts';

/** Runs a program that stands in for Prism's command. */
function supervise(code: string, options: Parameters<typeof supervisePrism>[0] = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'escrow-prism-mock-'));
  const command = join(folder, 'command.mjs');
  writeFileSync(command, code);
  const prism = supervisePrism({ command, ...options });
  const end = async () => {
    await prism.close();
    rmSync(folder, { recursive: true });
  };
  return { prism, end };
}

/** A program that answers requests with this handler. */
const answering = (handler: string): string => `import { createServer } from 'node:http';
  createServer(${handler}).listen(0, '127.0.0.1');`;

describe('Prism receives', () => {
  let url = '';
  const lines: string[] = [];

  /** A mock with a program in Prism's place, which answers with the request that it got. */
  beforeAll(async () => {
    const { prism, end } = supervise(
      answering(`async (request, response) => {
        const { method, url, headers } = request;
        // More than a pipe holds.
        process.stdout.write('x'.repeat(1024 * 1024));
        response.end(JSON.stringify({ method, url, headers, body: Buffer.concat(await request.toArray()).toString() }));
      }`),
    );
    const server = createServer(async (request, response) => {
      const options = { prism, host: '127.0.0.1', log: (line: string) => lines.push(line) };
      const { status, headers, body } = await answerRequest(request, options);
      response.writeHead(status, headers).end(body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return async () => {
      server.close().closeAllConnections();
      await end();
    };
  });

  beforeEach(() => {
    lines.length = 0;
  });

  const token = 'adm_sandbox';

  test('the method, path, query, headers and body that the caller sent', async () => {
    const text = JSON.stringify({ ...requestExample('createContract'), note: 'طلب' }, null, 2);
    const headers = {
      'content-type': 'application/json',
      'x-request-id': 'r-1',
      prefer: 'dynamic=true',
      cookie: 'a=b',
    };

    const answer = await sendRequest('POST /api/external/contracts?trace=a%20b&trace=c', { url, token, text, headers });

    expect(answer).toMatchObject({
      status: 200,
      body: {
        method: 'POST',
        url: '/api/external/contracts?trace=a%20b&trace=c',
        headers: { ...headers, authorization: `Bearer ${token}`, 'content-length': String(Buffer.byteLength(text)) },
        body: text,
      },
    });
    expect(lines).toEqual(['createContract 200']);
  });

  test('neither body nor media type that the operation does not take', async () => {
    const options = { url, token: 'key_sandbox', text: '{', headers: { 'content-type': 'garbage' } };

    const { body } = await sendRequest('DELETE /webhooks/1', options);

    expect(body).toMatchObject({ method: 'DELETE', url: '/webhooks/1', body: '' });
    expect(body).not.toHaveProperty('headers.content-type');
  });

  test('of a refused request, nothing but the example that it is to answer', async () => {
    const refused = { url, token, json: { secret: 'x' }, headers: { 'x-secret': 'x', prefer: 'wait=secret' } };

    const { body } = await sendRequest('POST /api/external/contracts?secret=x', refused);

    expect(body).toMatchObject({ method: 'GET', headers: { prefer: 'code=400, example="fieldMissing"' }, body: '' });
    expect(JSON.stringify(body)).not.toMatch(/secret|adm_sandbox/);
    expect(lines).toEqual(['createContract 200 CONTRACT-1a']);
  });
});

const request = { method: 'GET', path: '/users/usr_1', headers: {}, body: '' };

test('a Prism that is killed leaves no request unanswered: one new Prism answers them', async () => {
  const onRestart = vi.fn();
  const { prism, end } = supervise(answering('(request, response) => response.end()'), { onRestart });
  onTestFinished(end);
  await prism.send(request);
  const pid = prismId();
  process.kill(pid, 'SIGSTOP');

  const answers = Promise.all(Array.from({ length: 8 }, () => prism.send(request)));
  process.kill(pid, 'SIGKILL');

  expect((await answers).map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(onRestart).toHaveBeenCalledOnce();
});

test.runIf(isSoak)('a request that crashes every Prism gets 502', async () => {
  const onRestart = vi.fn();
  const { prism, end } = supervise(answering('() => process.exit(1)'), { onRestart });
  onTestFinished(end);

  await expect(prism.send(request)).rejects.toMatchObject({ answer: { status: 502 } });

  expect(onRestart).toHaveBeenCalledOnce();
});

test.runIf(isSoak)(
  'a request to a Prism that never answers gets 504, the next one a new Prism, and one after the end 503',
  async () => {
    const onRestart = vi.fn();
    const { prism, end } = supervise(answering('() => {}'), { onRestart, limitInMs: 300 });
    onTestFinished(end);

    await expect(prism.send(request)).rejects.toMatchObject({ answer: { status: 504 } });
    expect(onRestart).not.toHaveBeenCalled();
    const next = prism.send(request);
    await Promise.all([prism.close(), expect(next).rejects.toMatchObject({ answer: { status: 503 } })]);

    expect(onRestart).toHaveBeenCalledOnce();
    await expect(prism.send(request)).rejects.toMatchObject({ answer: { status: 503 } });
  },
);
