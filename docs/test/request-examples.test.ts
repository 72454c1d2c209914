import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { createEscrowClient } from '@escrow-kit/client';
import { findOperation, operations } from '@escrow-kit/spec';
import { expect, onTestFinished, test } from 'vitest';
import { curlCommand, typedCall } from '../src/request-examples.ts';

const run = promisify(execFile);
const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;

/** Answers with the document's examples, as the mock does, and lists the requests. */
async function startMock(): Promise<{ address: string; requests: object[] }> {
  const requests: object[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { method = '', url = '', headers } = request;
    const { authorization, 'content-type': type } = headers;
    const content = type?.includes('json') ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body));
    requests.push({ method, url, authorization, type, content });
    const { operation } = findOperation(method, url.split('?')[0] ?? '') ?? {};
    const [answer] = Object.values(operation?.responses[200]?.content ?? {});
    const [example] = Object.values(answer?.examples ?? {});
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(example?.value ?? {}));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

/** Makes `curl` remember its arguments, and `send` send all requests from one process, which is faster. */
const inOneProcess = `
  curl() { requests+=("$@" --next); }
  send() { command curl "\${requests[@]:0:\${#requests[@]}-1}"; }`;

test('the typed call and the curl command of a page send the same request', async () => {
  const { address, requests } = await startMock();
  const here = (code: string) => code.replaceAll('http://127.0.0.1:4010', address);

  await run('bash', ['-c', here([inOneProcess, ...operations.map(curlCommand), 'send'].join('\n'))]);
  const byCurl = requests.splice(0);
  const byClient: (object | undefined)[] = [];
  for (const operation of operations) {
    const program = here(typedCall(operation))
      .replace(/^import .*/, '')
      .replace('console.log(result);', '');
    await AsyncFunction('createEscrowClient', program)(createEscrowClient);
    byClient.push(requests.at(-1));
  }

  expect(byCurl).toHaveLength(operations.length);
  expect(byClient).toEqual(byCurl);
});

test('every call of a resource of the client is on a page', () => {
  const { flows, hosts, call, ...resources } = createEscrowClient({ baseUrl: 'http://127.0.0.1:4010' });
  const calls = Object.entries(resources).flatMap(([resource, methods]) =>
    Object.keys(methods).map((name) => `escrow.${resource}.${name}(`),
  );

  const programs = operations.map(typedCall).join();
  expect(calls.filter((name) => !programs.includes(name))).toEqual([]);
});
