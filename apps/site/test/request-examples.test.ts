import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { createEscrowClient } from '@escrow-kit/client';
import { findOperation, operations } from '@escrow-kit/spec';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { repositoryFolder } from '../src/repository-pages.ts';
import { exampleAnswerOf } from '../src/request-examples.ts';
import { pages } from './whole-site.ts';

const run = promisify(execFile);

/** The examples on the pages of the operations. */
const examples = operations.map((operation) => {
  const { markdown = '' } = pages.find(({ path }) => path === `reference/${operation.id}.md`) ?? {};
  const [, program = ''] = /```ts\n(.*?)```/s.exec(markdown) ?? [];
  const [, command = ''] = /```sh\n(.*?)```/s.exec(markdown) ?? [];
  return { id: operation.id, program, command };
});

test('the typed calls of the pages type-check', async () => {
  const folder = mkdtempSync(join(import.meta.dirname, '../.readme-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const { id, program } of examples) writeFileSync(join(folder, `${id}.ts`), program);
  writeFileSync(join(folder, 'tsconfig.json'), '{ "extends": "../../../tsconfig.base.json" }');

  // The workspace's own tsc is the one that TypeDoc needs.
  const tsc = join(repositoryFolder, 'node_modules/.bin/tsc');
  const { stdout } = await run(tsc, ['-p', folder, '--checkers', '1', '--types', 'node']).catch((error) => error);

  expect(stdout).toBe('');
});

describe('the typed call and the curl command send the same request', () => {
  let address: string;
  const requests: unknown[] = [];
  beforeAll(async () => {
    const server = createServer(async (request, response) => {
      const body = await text(request);
      const { method = '', url = '', headers } = request;
      const { authorization, 'content-type': type } = headers;
      const content = type?.includes('json') ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body));
      requests.push({ method, url, authorization, type, content });
      const { operation } = findOperation(method, url.split('?')[0] ?? '') ?? {};
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify((operation && exampleAnswerOf(operation)) ?? {}));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return () => server.close();
  });

  test.each(examples)('$id', async ({ program, command }) => {
    const here = (code: string) => code.replaceAll('http://127.0.0.1:4010', address);

    await run('bash', ['-c', here(command)]);
    const byCurl = requests.at(-1);
    const body = here(program)
      .replace(/^import .*/, '')
      .replace('console.log(result);', '');
    await Object.getPrototypeOf(async () => {}).constructor('createEscrowClient', body)(createEscrowClient);

    expect(requests.at(-1)).toEqual(byCurl);
  });
});

test('every call of a resource of the client is on a page', () => {
  const { flows, hosts, call, ...resources } = createEscrowClient({ baseUrl: 'http://127.0.0.1:4010' });
  const calls = Object.entries(resources).flatMap(([resource, methods]) =>
    Object.keys(methods).map((name) => `escrow.${resource}.${name}(`),
  );

  const all = examples.map(({ program }) => program).join();
  expect(calls.filter((name) => !all.includes(name))).toEqual([]);
});
