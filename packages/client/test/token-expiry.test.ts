import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { failureOf } from './support/failure-of.ts';
import { createTokenBench, type TokenBench } from './support/token-bench.ts';

const lifeInSeconds = 1000;

/** A bench whose client has the token `first`, which is valid for 1000 s. */
async function benchWithToken(expiresInSeconds = lifeInSeconds): Promise<TokenBench> {
  const bench = createTokenBench();
  const call = bench.call();
  await bench.asked[0]?.give({ token: 'first', expiresInSeconds });
  expect(await call).toBe('first');
  return bench;
}

describe('AUTH-12 a token with an expiry', () => {
  test('is not refreshed before 70 percent of its lifetime', async () => {
    const { asked, advance, call } = await benchWithToken();
    advance(699);

    expect(await call()).toBe('first');

    expect(asked).toHaveLength(1);
  });

  test('is refreshed after 80 percent of its lifetime, and the call does not wait for it', async () => {
    const { asked, advance, call } = await benchWithToken();
    advance(800);

    expect(await call()).toBe('first');
    await asked[1]?.give({ token: 'second', expiresInSeconds: lifeInSeconds });

    expect(asked.map(({ refresh }) => refresh)).toEqual([false, true]);
    expect(await call()).toBe('second');
  });

  test('is never sent once it has expired: calls wait for the next one, which is requested once', async () => {
    const { asked, advance, call, sent } = await benchWithToken();
    advance(lifeInSeconds);

    const calls = Promise.all([call(), call(), call()]);
    await setImmediate();
    await asked[1]?.give({ token: 'second', expiresInSeconds: lifeInSeconds });
    await calls;

    expect(asked.map(({ refresh }) => refresh)).toEqual([false, true]);
    expect(sent()).toEqual(['first', 'second', 'second', 'second']);
  });

  test('that has expired when it arrives fails the call', async () => {
    const { asked, advance, client, sent } = createTokenBench();
    const failure = failureOf(client.users.get('usr_1'));
    advance(100);
    await asked[0]?.give({ token: 'first', expiresInSeconds: 100 });

    expect(await failure).toMatchObject({
      code: 'token_provider',
      message: expect.stringContaining('had already expired'),
    });
    expect(sent()).toEqual([]);
  });

  test('with a short lifetime is refreshed in the background each time', async () => {
    const { asked, advance, call } = await benchWithToken(10);
    for (const token of ['second', 'third']) {
      advance(9);
      await call();
      await asked.at(-1)?.give({ token, expiresInSeconds: 10 });
    }

    expect(await call()).toBe('third');
    expect(asked).toHaveLength(3);
  });

  test.each([undefined, 0, Number.NaN, Number.POSITIVE_INFINITY, '300'])(
    'must be a number above 0: %s',
    async (expiresInSeconds) => {
      const { asked, client, sent } = createTokenBench();
      const failure = failureOf(client.users.get('usr_1'));
      await asked[0]?.give({ token: 'secret-token', expiresInSeconds });

      const { code, message } = await failure;

      expect(code).toBe('token_provider');
      expect(message).toContain('expiresInSeconds');
      expect(message).not.toContain('secret-token');
      expect(sent()).toEqual([]);
    },
  );
});

describe('a background refresh that fails', () => {
  test('fails no call while the token is valid, and is passed to the hook and the logger', async () => {
    const { asked, advance, call, failures, logged } = await benchWithToken();
    advance(800);
    await call();
    const cause = new Error('The issuer is down, says secret-of-the-provider.');
    await asked[1]?.fail(cause);

    expect(await call()).toBe('first');

    expect(failures).toMatchObject([{ kind: 'apiKey', error: { code: 'token_provider', cause, outcome: 'not-sent' } }]);
    expect(failures[0]?.error.message).toContain('Calls use the current token until it expires.');
    expect(logged()).toContain('Refreshing tokens.apiKey ahead');
    expect(logged()).not.toMatch(/secret-of-the-provider|first/);
  });

  test('is retried after 5 s, and not before', async () => {
    const { asked, advance, call } = await benchWithToken();
    advance(800);
    await call();
    await asked[1]?.fail(new Error('down'));

    advance(4.9);
    await call();
    const before = asked.length;
    advance(0.1);
    await call();
    await asked[2]?.give({ token: 'second', expiresInSeconds: lifeInSeconds });

    expect([before, asked.length]).toEqual([2, 3]);
    expect(await call()).toBe('second');
  });

  test('fails the waiting calls once the token has expired', async () => {
    const { asked, advance, client, call } = await benchWithToken();
    advance(800);
    await call();
    await asked[1]?.fail(new Error('down'));
    advance(200);

    const failure = failureOf(client.users.get('usr_1'));
    await setImmediate();
    await asked[2]?.fail(new Error('down'));

    expect(await failure).toMatchObject({ code: 'token_provider', outcome: 'not-sent', operationId: 'getUser' });
  });
});

describe('a background refresh that hangs', () => {
  test('is given up after 30 s and reported, and another one starts', async () => {
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
});
