import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { beforeAll, expect, test } from 'vitest';
import { answerExample, requestExample } from './document-example.ts';
import { sendRequest } from './send-request.ts';

const require = createRequire(import.meta.url);
const contracts = 'POST /api/external/contracts';
const token = 'adm_sandbox';
const json = requestExample('createContract');

let url = '';

/** As the README shows it: Prism's command on the committed document, without the mock. */
beforeAll(async () => {
  const document = require.resolve('@escrow-kit/spec/openapi.bundle.json');
  const args = [require.resolve('@stoplight/prism-cli'), 'mock', '-p', '0', document];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface(child.stdout)) {
    url = /Prism is listening on (http:\S+)/.exec(line)?.[1] ?? '';
    if (url) break;
  }
  child.stdout.resume();
  return async () => {
    child.kill();
    await once(child, 'exit');
  };
});

test.each([
  ['answers with the examples of the document', { token }, 200, 'created'],
  ['answers a request without a token with 401', {}, 401, 'missingToken'],
  ['accepts any token; only the mock distinguishes the kinds', { token: 'anything' }, 200, 'created'],
])('Prism without the mock %s', async (_title, options, status, example) => {
  const answer = await sendRequest(contracts, { url, json, ...options });

  expect(answer).toEqual(answerExample('createContract', status, example));
});

test('MILESTONE-3 Prism without the mock refuses a forbidden field, and names the rule of its first example', async () => {
  const { milestones } = requestExample('addMilestones');
  const forbidden = { milestones: [{ ...milestones[0], paymentMethods: [] }] };

  const answer = await sendRequest('PATCH /api/external/contracts/c/milestones', { url, token, json: forbidden });

  expect(answer).toMatchObject({ status: 400, body: { rule: 'MILESTONE-1a' } });
});

test('Prism without the mock follows Prefer in a valid request only; the mock follows it in any', async () => {
  const headers = { prefer: 'code=415' };

  const [valid, invalid] = await Promise.all([
    sendRequest(contracts, { url, token, json, headers }),
    sendRequest(contracts, { url, token, json: {}, headers }),
  ]);

  expect([valid.status, invalid.status]).toEqual([415, 400]);
});

test('Prism without the mock never answers malformed JSON; the mock does', async () => {
  const headers = { 'content-type': 'application/json' };
  let isAnswered = false;

  sendRequest(contracts, { url, token, text: '{', headers }).then(
    () => {
      isAnswered = true;
    },
    () => {},
  );
  for (let round = 0; round < 20; round += 1) await sendRequest(contracts, { url, token, json: {} });

  expect(isAnswered).toBe(false);
});
