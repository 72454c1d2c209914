import { describe, expect, test } from 'vitest';
import type { CachedToken, TokenCache } from '../src/index.ts';
import { failureOf } from './support/failure-of.ts';
import { printsOf } from './support/prints-of.ts';
import { hang } from './support/scripted-fetch.ts';
import { createClock, createTokenBench } from './support/token-bench.ts';

const lifeInSeconds = 1000;

/** A store that several processes share. Its content makes a round trip through JSON. */
function createStore(initial?: CachedToken) {
  const texts = new Map<string, string>();
  let saves = 0;
  if (initial) texts.set('apiKey', JSON.stringify(initial));
  const cache: TokenCache = {
    load: async (kind) => JSON.parse(texts.get(kind) ?? 'null'),
    async save(kind, token) {
      saves++;
      texts.set(kind, JSON.stringify(token));
    },
  };
  return { cache, stored: () => JSON.parse(texts.get('apiKey') ?? 'null'), saves: () => saves };
}

/** A provider that returns the tokens in turn. */
function provideInTurn(...tokens: string[]) {
  let count = 0;
  return () => ({ token: tokens[Math.min(count++, tokens.length - 1)] ?? '', expiresInSeconds: lifeInSeconds });
}

const startInMs = createClock().now().getTime();
const cached = (token: string, { expiresInSeconds = lifeInSeconds, ageInSeconds = 0 } = {}): CachedToken => ({
  token,
  obtainedAtInMs: startInMs - ageInSeconds * 1000,
  expiresAtInMs: startInMs + expiresInSeconds * 1000,
});

describe('AUTH-12 a token in the cache', () => {
  test('is saved with its lifetime, and sent by another process without asking the provider', async () => {
    const { cache, stored, saves } = createStore();
    const first = createTokenBench({ cache, provide: provideInTurn('shared') });
    await first.call();

    const second = createTokenBench({ cache });

    expect(await second.call()).toBe('shared');
    expect(second.asked).toEqual([]);
    expect(stored()).toEqual(cached('shared'));
    expect(saves()).toBe(1);
  });

  test('may have no expiry', async () => {
    const { cache, stored } = createStore();
    await createTokenBench({ cache, provide: () => 'shared' }).call();

    expect(await createTokenBench({ cache }).call()).toBe('shared');
    expect(stored()).toEqual({ token: 'shared', obtainedAtInMs: startInMs });
  });

  test('is loaded once for parallel calls', async () => {
    let loads = 0;
    const load = async () => {
      loads++;
      return cached('shared');
    };
    const { call, sent } = createTokenBench({ cache: { load, save() {} } });

    await Promise.all([call(), call(), call()]);

    expect(loads).toBe(1);
    expect(sent()).toEqual(['shared', 'shared', 'shared']);
  });

  test('that another process has refreshed is used instead of another refresh', async () => {
    const clock = createClock();
    const { cache } = createStore();
    const first = createTokenBench({ cache, clock, provide: provideInTurn('one', 'two') });
    const second = createTokenBench({ cache, clock });
    await first.call();
    await second.call();
    clock.advance(800);

    await first.call();
    await expect.poll(first.call).toBe('two');
    await second.call();

    await expect.poll(second.call).toBe('two');
    expect(first.asked).toHaveLength(2);
    expect(second.asked).toEqual([]);
  });
});

describe('a token that the service refuses', () => {
  test('is not loaded from the cache again, although it is still there', async () => {
    const load = async () => cached('dead');
    const bench = createTokenBench({
      cache: { load, save() {} },
      provide: provideInTurn('alive', 'alive too'),
      accepts: (token) => token !== 'dead',
    });
    const { call, asked, advance, sent } = bench;

    expect(await call()).toBe('alive');
    advance(lifeInSeconds);
    await failureOf(call());

    expect(asked.map(({ refresh }) => refresh)).toEqual([true, true]);
    expect(sent()).toEqual(['dead', 'alive']);
  });

  test('is replaced by the token that another process has refreshed since', async () => {
    const { cache } = createStore();
    const accepted = new Set(['mine']);
    const { call, asked, sent } = createTokenBench({
      cache,
      provide: provideInTurn('mine'),
      accepts: (token) => accepted.has(token),
    });
    await call();
    accepted.clear();
    accepted.add('theirs');
    await cache.save('apiKey', cached('theirs'));

    expect(await call()).toBe('theirs');

    expect(asked).toHaveLength(1);
    expect(sent()).toEqual(['mine', 'mine', 'theirs']);
  });

  test('is replaced by the provider if another process left an old one in the cache', async () => {
    const { cache, stored } = createStore();
    const accepted = new Set(['mine']);
    const { call, asked, sent } = createTokenBench({
      cache,
      provide: provideInTurn('mine', 'renewed'),
      accepts: (token) => accepted.has(token),
    });
    await call();
    accepted.clear();
    accepted.add('renewed');
    await cache.save('apiKey', cached('stale'));

    expect(await call()).toBe('renewed');

    expect(asked.map(({ refresh }) => refresh)).toEqual([false, true]);
    expect(sent()).toEqual(['mine', 'mine', 'stale', 'renewed']);
    expect(stored()).toMatchObject({ token: 'renewed' });
  });
  test('is not replaced endlessly by a cache full of old tokens', async () => {
    let count = 0;
    const load = async () => cached(`stale-${++count}`);
    const provide = provideInTurn('own', 'renewed');
    const { client, sent } = createTokenBench({ cache: { load, save() {} }, provide, accepts: () => false });

    const error = await failureOf(client.users.get('usr_1'));
    await failureOf(client.users.get('usr_1'));

    expect(error).toMatchObject({ code: 'unauthorized', attempts: 2 });
    expect(sent()).toEqual(['stale-1', 'own', 'own', 'stale-2', 'renewed']);
  });
});

/** The errors of broken caches quote a token, as those of some stores do. */
const quoting = new SyntaxError('Unexpected token in {"token":"secret-of-the-cache"}');
const saved = 'did not return a saved token';
const failing: ['load' | 'save', fault: string, run: () => unknown, message: string][] = [
  ...(['load', 'save'] as const).flatMap((operation): typeof failing => [
    [operation, 'throws', () => JSON.parse('"secret-of-the-cache'), 'SyntaxError'],
    [operation, 'rejects', () => Promise.reject(quoting), 'SyntaxError'],
    [operation, 'hangs', hang, 'took longer than 1000 ms'],
  ]),
  ['load', 'rejects with nothing', () => Promise.reject(), 'failed'],
  ['load', 'returns text', () => 'secret-of-the-cache', saved],
  ['load', 'returns a malformed token', () => cached('secret of-the-cache'), saved],
  ['load', 'returns a token without its time', () => ({ token: 'secret-of-the-cache' }), saved],
  ['load', 'returns an expiry that is text', () => ({ ...cached('a'), expiresAtInMs: '2030' }), saved],
];

describe('a cache', () => {
  test.each(failing)('whose %s %s fails no call', async (operation, _fault, run, message) => {
    const cache: TokenCache = { load: () => undefined, save() {}, [operation]: run };
    const { call, asked, failures, logged } = createTokenBench({ cache, provide: () => 'own' });

    expect(await call()).toBe('own');

    expect(asked).toHaveLength(1);
    await expect.poll(() => failures).toMatchObject([{ kind: 'apiKey', operation, error: { code: 'token_cache' } }]);
    expect(failures[0]?.error.message).toContain(message);
    expect(logged()).toContain(`tokenCache.${operation} of tokens.apiKey`);
    expect(printsOf(failures) + logged()).not.toContain('of-the-cache');
  });

  test('shows no token in the client, its errors or its log', async () => {
    const { cache } = createStore(cached('secret-of-the-cache'));
    const provide = () => 'secret-of-the-provider';
    const { client, logged } = createTokenBench({ cache, accepts: () => false, provide });

    const error = await failureOf(client.users.get('usr_1'));

    expect(error).toMatchObject({ code: 'unauthorized' });
    expect(printsOf(client) + printsOf(error) + logged()).not.toMatch(/secret-of/);
  });
});
