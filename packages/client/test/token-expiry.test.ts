import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { failureOf } from './support/failure-of.ts';
import { createTokenBench, type TokenBench } from './support/token-bench.ts';

// That no expired token is sent, and that one request for a token runs at a time, is in token-properties.test.ts.

const lifeInSeconds = 1000;

/** A bench whose client has the token `first`, which is valid for 1000 s. */
async function benchWithToken(): Promise<TokenBench> {
  const bench = createTokenBench();
  const call = bench.call();
  await bench.asked[0]?.give({ token: 'first', expiresInSeconds: lifeInSeconds });
  expect(await call).toBe('first');
  return bench;
}

test('AUTH-12 a token with an expiry is refreshed after 70 to 80 percent of its lifetime, and no call waits for it', async () => {
  const { asked, advance, call } = await benchWithToken();
  advance(699);
  const early = await call();
  const askedEarly = asked.length;
  advance(101);

  const late = await call();
  await asked[1]?.give({ token: 'second', expiresInSeconds: lifeInSeconds });

  expect([early, askedEarly, late]).toEqual(['first', 1, 'first']);
  expect(asked.map(({ refresh }) => refresh)).toEqual([false, true]);
  expect(await call()).toBe('second');
});

test('AUTH-12 a token that has expired when it arrives fails the call', async () => {
  const { asked, advance, client, sent } = createTokenBench();
  const failure = failureOf(client.users.get('usr_1'));
  advance(100);
  await asked[0]?.give({ token: 'first', expiresInSeconds: 100 });

  expect(await failure).toMatchObject({
    code: 'token_provider',
    message: expect.stringContaining('returned an expired one'),
  });
  expect(sent()).toEqual([]);
});

test.each([undefined, 0, Number.POSITIVE_INFINITY, '300'])(
  'AUTH-12 an expiry must be a number above 0: %s',
  async (expiresInSeconds) => {
    const { asked, client, sent } = createTokenBench();
    const failure = failureOf(client.users.get('usr_1'));
    await asked[0]?.give({ token: 'secret-token', expiresInSeconds });

    const { code, message } = await failure;

    expect([code, message]).toEqual(['token_provider', expect.stringContaining('expiresInSeconds')]);
    expect(message).not.toContain('secret-token');
    expect(sent()).toEqual([]);
  },
);

test('a background refresh that fails is reported, retried after 5 s, and fails no call while the token is valid', async () => {
  const { asked, advance, call, failures, logged } = await benchWithToken();
  const cause = new Error('The issuer is down, says secret-of-the-provider.');
  advance(800);
  await call();
  await asked[1]?.fail(cause);
  advance(4.9);
  const waiting = await call();
  const askedBefore = asked.length;
  advance(0.1);
  await call();
  await asked[2]?.give({ token: 'second', expiresInSeconds: lifeInSeconds });

  expect([waiting, askedBefore, asked.length]).toEqual(['first', 2, 3]);
  expect(await call()).toBe('second');
  expect(failures).toMatchObject([{ kind: 'apiKey', error: { code: 'token_provider', cause, outcome: 'not-sent' } }]);
  expect(failures[0]?.error.message).toContain('Calls use the current token until it expires.');
  expect(logged()).toContain('Refreshing tokens.apiKey in advance');
  expect(logged()).not.toMatch(/secret-of-the-provider|first/);
});

test('a refresh that fails fails the waiting calls once the token has expired', async () => {
  const { asked, advance, client } = await benchWithToken();
  advance(lifeInSeconds);

  const failure = failureOf(client.users.get('usr_1'));
  await setImmediate();
  await asked[1]?.fail(new Error('down'));

  expect(await failure).toMatchObject({ code: 'token_provider', outcome: 'not-sent', operationId: 'getUser' });
});

test('a background refresh that hangs is given up after 30 s and reported, and another one starts', async () => {
  const { asked, advance, call, failures } = await benchWithToken();
  advance(800);
  await call();
  advance(29);
  await call();
  const before = asked.length;
  advance(1);

  expect(await call()).toBe('first');

  expect([before, asked.length]).toEqual([2, 3]);
  expect(failures).toMatchObject([{ error: { message: expect.stringContaining('30000 ms') } }]);
});
