import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerExample, requestExample } from './document-example.ts';
import { sendRequest } from './send-request.ts';

const require = createRequire(import.meta.url);
const contracts = 'POST /api/external/contracts';
const token = 'adm_sandbox';

let child: ChildProcess;
let url: string;

/** As the README shows it: Prism's command on the committed document, without the mock. */
beforeAll(async () => {
  const args = [
    require.resolve('@stoplight/prism-cli'),
    'mock',
    '-p',
    '0',
    require.resolve('@escrow-kit/spec/openapi.bundle.json'),
  ];
  const started = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  child = started;
  for await (const line of createInterface(started.stdout)) {
    url = /Prism is listening on (http:\S+)/.exec(line)?.[1] ?? '';
    if (url) break;
  }
  started.stdout.resume();
});

afterAll(async () => {
  child.kill();
  await once(child, 'exit');
});

test('Prism without the mock answers with the examples of the document', async () => {
  const json = requestExample('createContract');

  expect(await sendRequest({ url }, contracts, { token, json })).toEqual(
    answerExample('createContract', 200, 'created'),
  );
});

test('AUTH-1 Prism without the mock answers a request without a token with 401', async () => {
  const json = requestExample('createContract');

  expect(await sendRequest({ url }, contracts, { json })).toEqual(answerExample('createContract', 401, 'missingToken'));
});

test('MILESTONE-3 Prism without the mock refuses a forbidden field, and names the rule of its first example', async () => {
  const { milestones } = requestExample('addMilestones');
  const json = { milestones: [{ ...milestones[0], paymentMethods: [] }] };

  const answer = await sendRequest({ url }, 'PATCH /api/external/contracts/c/milestones', { token, json });

  expect(answer).toMatchObject({ status: 400, body: { rule: 'MILESTONE-1a' } });
});

test('PAY-4 Prism without the mock answers the bare 500 to a valid request that prefers it', async () => {
  const target =
    'GET /api/external/contracts/startPayment/m/c?redirectUrl=https%3A%2F%2Fa.example&paymentType=PURCHASE';

  const answer = await sendRequest({ url }, target, { token, headers: { prefer: 'code=500' } });

  expect(answer).toEqual({ status: 500, body: '' });
});

test('AUTH-4 Prism without the mock accepts any token; only the mock distinguishes the kinds', async () => {
  const json = requestExample('createContract');

  expect(await sendRequest({ url }, contracts, { token: 'anything', json })).toMatchObject({ status: 200 });
});

test('Prism without the mock ignores Prefer in an invalid request; the mock follows it', async () => {
  const answer = await sendRequest({ url }, contracts, { token, json: {}, headers: { prefer: 'code=200' } });

  expect(answer).toMatchObject({ status: 400 });
});

test('Prism without the mock never answers malformed JSON; the mock does', async () => {
  const headers = { 'content-type': 'application/json' };
  let isAnswered = false;

  sendRequest({ url }, contracts, { token, text: '{', headers }).then(
    () => {
      isAnswered = true;
    },
    () => {},
  );
  for (let round = 0; round < 20; round += 1) await sendRequest({ url }, contracts, { token, json: {} });

  expect(isAnswered).toBe(false);
});
