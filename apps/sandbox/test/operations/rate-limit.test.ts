import { beforeEach, expect, test } from 'vitest';
import { newPhone } from '../support/escrow-steps.ts';
import { type Answer, send } from '../support/service-api.ts';
import { startedService } from '../support/started-sandbox.ts';

const rateOf = ({ headers }: Answer) =>
  ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'].map((name) => Number(headers.get(name)));

const started = startedService();

const control = () => started().sandbox.control;

/** Fifteen seconds after the beginning of a minute. Each test uses two other minutes. */
beforeEach(async () => {
  const { now } = await control().freeze();
  await control().advance(135 - (now % 60_000) / 1000);
});

const list = (parts = {}) => send(started().sandbox, 'listWebhooks', parts);

test('UAPI-6 a hundred requests a minute are accepted, one more is refused, the next minute is accepted', async () => {
  const accepted = await Promise.all(Array.from({ length: 100 }, () => list()));
  const refused = await list();
  await control().advance(45);
  const next = await list();

  expect(accepted.map(({ status }) => status)).toEqual(Array(100).fill(200));
  expect(refused).toMatchObject({ status: 429, body: { error: 'rate_limited', rule: 'UAPI-6a' } });
  expect(refused.headers.get('retry-after')).toBe('45');
  expect(rateOf(refused)).toEqual([100, 0, 45]);
  expect(next.status).toBe(200);
  expect(rateOf(next)).toEqual([100, 99, 60]);
});
test('UAPI-6 every answer has the headers, refused ones too, and all operations count together', async () => {
  const { sandbox } = started();

  const answers = [
    await send(sandbox, 'linkUser', { body: { email: 'a@b.example', phone: newPhone(), name: 'A' } }),
    await send(sandbox, 'linkUser', { body: {} }),
    await send(sandbox, 'getUser', { path: { userId: 'unknown' } }),
    await list({ token: 'organization' }),
    await send(sandbox, 'createPayment', { rawBody: '{' }),
  ];

  expect(answers.map(({ status }) => status)).toEqual([200, 400, 404, 403, 400]);
  expect(answers.map(rateOf)).toEqual([99, 98, 97, 96, 95].map((remaining) => [100, remaining, 45]));
});

test('UAPI-6 an unknown caller is refused with the headers, and uses up nothing', async () => {
  const unknown = await list({ token: null });

  const known = await list();

  expect(unknown.status).toBe(401);
  expect(rateOf(unknown)).toEqual([100, 100, 60]);
  expect(rateOf(known)).toEqual([100, 99, 45]);
});

test('UAPI-6 other calls are accepted without a limit and without the headers', async () => {
  const answer = await send(started().sandbox, 'registerCustomer', { body: { phoneNumber: newPhone() } });

  expect(answer.headers.get('ratelimit-limit')).toBeNull();
});
