import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { EscrowClientOptions } from '../src/index.ts';
import { failureOf } from './support/failure-of.ts';
import { clientOf, limited, retryObserver } from './support/scripted-client.ts';

describe('how long it waits', () => {
  it('is random, below a bound that doubles up to its maximum', async () => {
    const caps = [1, 2, 4, 8, 8, 8];
    const seen = caps.map((): number[] => []);
    const drawOnce = async () => {
      const { client, delays } = clientOf([503], { retry: { max: 6, baseDelayInMs: 1, maxDelayInMs: 8 } });
      await failureOf(client.users.get('usr_1'));
      for (const [index, delay] of delays.entries()) seen[index]?.push(delay);
    };

    await Promise.all(Array.from({ length: 60 }, drawOnce));

    for (const [index, cap] of caps.entries()) {
      const delays = seen[index] ?? [];
      expect(Math.min(...delays)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...delays)).toBeLessThanOrEqual(cap);
      // It is practically impossible that sixty draws all miss a third of the range.
      expect(Math.min(...delays)).toBeLessThan(cap / 3);
      expect(Math.max(...delays)).toBeGreaterThan((cap * 2) / 3);
    }
  });
  it('is not shorter than announced', async () => {
    const { client, delays } = clientOf([503], { retry: { max: 5, baseDelayInMs: 30, maxDelayInMs: 30 } });
    const startedAt = performance.now();

    await failureOf(client.users.get('usr_1'));

    const elapsed = performance.now() - startedAt;
    const announced = delays.reduce((sum, delay) => sum + delay, 0);
    // Timers count whole milliseconds.
    expect(elapsed).toBeGreaterThanOrEqual(announced - delays.length);
  });
});

/** The delay that the client announces before it is stopped, so that no test waits for it. */
async function announcedDelay(answer: Response, retry: EscrowClientOptions['retry'] = {}): Promise<number | undefined> {
  const stop = new AbortController();
  let announced: number | undefined;
  const observer = retryObserver((delayInMs) => {
    announced = delayInMs;
    stop.abort();
  });
  const { client } = clientOf([answer], { observer, retry: { baseDelayInMs: 0, ...retry } });
  await failureOf(client.users.get('usr_1', { signal: stop.signal }));
  return announced;
}

describe('the delays of a client whose options set none', () => {
  const lots = Array.from({ length: 30 });

  it.each([
    ['begin with up to 250 ms', { baseDelayInMs: undefined }, 250],
    ['grow up to half a minute', { baseDelayInMs: 1e6 }, 30_000],
  ])('%s', async (_name, retry, cap) => {
    const failed = new Response('', { status: 503 });

    const delays = await Promise.all(lots.map(() => announcedDelay(failed, retry as EscrowClientOptions['retry'])));

    const longest = Math.max(...(delays as number[]));
    expect(longest).toBeLessThanOrEqual(cap);
    expect(longest).toBeGreaterThan(cap / 2);
  });
});

describe('Retry-After', () => {
  it('in seconds is the delay', async () => {
    expect(await announcedDelay(limited('7'))).toBe(7000);
  });

  it.each(['Tue, 01 Jan 2030 00:00:10 GMT', 'Tuesday, 01-Jan-30 00:00:10 GMT', 'Tue Jan  1 00:00:10 2030'])(
    'as a date, %s, is the time until then',
    async (date) => {
      vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-01-01T00:00:00Z') });
      onTestFinished(() => void vi.useRealTimers());

      expect(await announcedDelay(limited(date))).toBe(10_000);
    },
  );

  it.each([
    'Wed, 21 Oct 2015 07:28:00 GMT',
    '-5',
    '-0',
    '0x7',
    '1e3',
    '+7',
    ' ',
    '7.5',
    '7, 8',
    '2099-01-01',
    'Jan 1 2099',
  ])('%j is ignored: the client waits as without it', async (header) => {
    const delays = await Promise.all(
      Array.from({ length: 10 }, () => announcedDelay(limited(header), { baseDelayInMs: 1000 })),
    );

    expect(Math.max(...(delays as number[]))).toBeGreaterThan(0);
    expect(Math.max(...(delays as number[]))).toBeLessThanOrEqual(1000);
  });

  it('counts after a 503 too', async () => {
    const answer = new Response('', { status: 503, headers: { 'retry-after': '3' } });

    expect(await announcedDelay(answer)).toBe(3000);
  });

  it('beyond the longest delay ends the call at once', async () => {
    expect(await announcedDelay(limited('6'), { maxDelayInMs: 5999 })).toBeUndefined();
  });

  it('beyond half a minute ends the call at once by default', async () => {
    expect(await announcedDelay(limited('29'))).toBe(29_000);
    expect(await announcedDelay(limited('31'))).toBeUndefined();
  });
});
