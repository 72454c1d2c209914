import { ReadableStream } from 'node:stream/web';
import { describe, expect, test } from 'vitest';
import { createMilestone, milestoneRequest, newPhone, parentRequest } from '../support/escrow-steps.ts';
import { send } from '../support/service-api.ts';
import { startedSandbox } from '../support/started-sandbox.ts';

const sandbox = startedSandbox();

test.each(['\\u0000', '\\ud800'])('text with %s, which no store can hold, is refused', async (text) => {
  const path = { contractId: (await createMilestone(sandbox())).contractId };
  const phone = newPhone();
  const bodies = [
    send(sandbox(), 'registerCustomer', { rawBody: `{"phoneNumber":"${phone}","firstName":"a${text}"}` }),
    send(sandbox(), 'linkUser', { rawBody: `{"email":"${text}","phone":"${phone}","name":"a"}` }),
    send(sandbox(), 'addParties', { path, rawBody: `{"mileStonesParties":{"${text}":[]}}` }),
    send(sandbox(), 'createPayment', { rawBody: `{"a":{"${text}":1}}` }),
    send(sandbox(), 'createPayment', { rawBody: `{"a":["${text}"]}` }),
  ];

  const answers = await Promise.all(bodies);

  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
});

describe('what does not reach the store', () => {
  const sandbox = startedSandbox();

  test.each([
    ['no JSON', '{'],
    ['bytes that are not text', Uint8Array.from([0xff, 0xfe, 0x00, 0x80])],
    ['a list', '[]'],
  ])('a body that is %s is refused with 400', async (_, rawBody) => {
    const answer = await send(sandbox(), 'createContract', { rawBody });

    expect(answer.status).toBe(400);
  });

  test('a body that is too large is refused with 413, even if its length is not announced', async () => {
    const chunks = ReadableStream.from([Buffer.alloc(2 ** 20), Buffer.alloc(2 ** 20)]);
    const headers = { authorization: 'Bearer adm_sandbox', 'content-type': 'application/json' };
    const options = { method: 'POST', headers, body: chunks, duplex: 'half' } as RequestInit;

    const announced = await send(sandbox(), 'createContract', { rawBody: ' '.repeat(2_000_000) });
    const { status } = await fetch(`${sandbox().url}/api/external/contracts`, options);

    expect([announced.status, status]).toEqual([413, 413]);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', ''])(
    'the content type %j is refused with 415',
    async (contentType) => {
      const answer = await send(sandbox(), 'createContract', { body: parentRequest(), contentType });

      expect(answer.status).toBe(415);
    },
  );

  test.each(['1e400'])('the number %s, which JSON can’t write back, is refused', async (number) => {
    const path = { contractId: (await createMilestone(sandbox())).contractId };
    const milestone = JSON.stringify(milestoneRequest({ itemPrice: 'HERE' })).replace('"HERE"', number);

    const answers = await Promise.all([
      send(sandbox(), 'addMilestones', { path, rawBody: `{"milestones":[${milestone}]}` }),
      send(sandbox(), 'validateOtp', { rawBody: `{"type":"SERVICE_OTP","phoneNumber":"+1","otp":${number}}` }),
      send(sandbox(), 'createPayment', { rawBody: `{"amount":${number}}` }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
  });

  test.each([
    ['100,000 nested lists', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['nested objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['300,000 values', `[${'1,'.repeat(300_000)}1]`],
  ])('a body of %s is refused with 400', async (_, rawBody) => {
    const answer = await send(sandbox(), 'createContract', { rawBody });

    expect(answer.status).toBe(400);
  });
});
