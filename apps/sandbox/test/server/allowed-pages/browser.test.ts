import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../../src/index.ts';
import { usedPage } from '../../support/browser.ts';
import { parentRequest } from '../../support/escrow-steps.ts';

/** What a page got: an answer, or the error of a call whose answer the browser withholds. */
type Result = { status: number; body: unknown; instance: string | null } | { error: string };

let tool: Server;
let sandbox: Sandbox;
let toolUrl: string;
beforeAll(async () => {
  tool = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end('<title>A tool</title>'));
  await new Promise<void>((resolve) => tool.listen(0, resolve));
  toolUrl = `http://localhost:${(tool.address() as AddressInfo).port}`;
  sandbox = await startSandbox({ allowOrigins: [toolUrl] });
});
afterAll(async () => {
  await Promise.all([sandbox.close(), new Promise((resolve) => tool.close(resolve))]);
});
const page = usedPage();

/** Calls the sandbox as the page of a tool does. */
async function callFrom(pageUrl: string, url: string, init: RequestInit = {}): Promise<Result> {
  await page().goto(pageUrl);
  const call = `fetch(${JSON.stringify(url)}, ${JSON.stringify(init)}).then(
    async (answer) => ({
      status: answer.status,
      body: await answer.json(),
      instance: answer.headers.get('escrow-sandbox-instance'),
    }),
    (error) => ({ error: error.name }),
  )`;
  return page().evaluate(call);
}

const contractsUrl = () => `${sandbox.url}/api/external/contracts`;
const blocked = { error: 'TypeError' };

/** It needs a preflight: for its content type, its token, and a header that the sandbox does not know. */
const creation = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: {
    authorization: `Bearer ${sandbox.credentials.tokens.clientAdmin}`,
    'content-type': 'application/json',
    'x-tool': 'made up',
  },
  body: JSON.stringify(body),
});

test('a page of an allowed origin calls an operation with a token, and reads answer and headers', async () => {
  const result = await callFrom(toolUrl, contractsUrl(), creation(parentRequest()));

  expect(result).toEqual({
    status: 200,
    body: { data: expect.objectContaining({ type: 'COMPLEX_CONTRACT' }) },
    instance: expect.stringMatching(/./),
  });
});

test.each([
  ['without a preflight', {}],
  ['with a preflight', { headers: { authorization: 'Bearer made-up' } }],
])('it cannot read the control API, %s', async (_, init) => {
  expect(await callFrom(toolUrl, `${sandbox.url}/_sandbox/tenants`, init)).toEqual(blocked);
});

test('a page of another origin on the same machine cannot call it', async () => {
  const otherUrl = toolUrl.replace('localhost', '127.0.0.1');

  expect(await callFrom(otherUrl, contractsUrl(), creation(parentRequest()))).toEqual(blocked);
});
