import { describe, expect, it, vi } from 'vitest';
import type { EscrowError } from '../src/index.ts';
import { failureOf } from './support/failure-of.ts';
import { clientOf, limited, retryObserver } from './support/scripted-client.ts';
import { hang } from './support/scripted-fetch.ts';

const shortInMs = 100;
/** Longer than a test may take, so that a test that waits for it fails. */
const hourInMs = 3_600_000;

const countTimers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

describe('the deadline', () => {
  it('covers all requests of a call together', async ({ onTestFinished }) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const answerLate = () =>
      new Promise<Response>((resolve) => setTimeout(resolve, 100, new Response('', { status: 503 })));
    const { client, requests } = clientOf([answerLate], { retry: { max: 100, baseDelayInMs: 1, maxDelayInMs: 1 } });

    const failure = failureOf(client.users.get('usr_1', { timeoutInMs: 1000 }));
    await vi.advanceTimersByTimeAsync(1000);
    const error = await failure;

    expect(['timeout', 'api']).toContain(error.code);
    expect(requests.length).toBeGreaterThan(1);
    expect(requests.length).toBeLessThanOrEqual(10);
  });

  it('keeps no process alive once the call is over', async () => {
    const { client } = clientOf([Response.json({})]);
    const before = countTimers();

    for (let call = 0; call < 5; call++) await client.users.get('usr_1');

    expect(countTimers()).toBeLessThan(before + 5);
  });

  it('sends nothing for a call that is aborted right after its token came, even by a fetch that ignores its signal', async () => {
    let count = 0;
    for (let turns = 0; turns < 8; turns++) {
      const abort = new AbortController();
      const provide = async () => {
        (async () => {
          for (let turn = 0; turn < turns; turn++) await null;
          abort.abort();
        })();
        return 'tok';
      };
      const { client } = clientOf([200], {
        tokens: { apiKey: provide },
        fetch: async () => {
          count += 1;
          return Response.json({});
        },
      });

      const error = await failureOf(client.users.get('usr_1', { signal: abort.signal })).catch(() => undefined);

      expect([error?.outcome, count]).not.toEqual(['not-sent', 1]);
      count = 0;
    }
  });

  it('ends a fetch that ignores its signal', async () => {
    const { client } = clientOf([hang]);

    const error = await failureOf(client.users.get('usr_1', { timeoutInMs: shortInMs }));

    expect(error).toMatchObject({ code: 'timeout', outcome: 'unknown', attempts: 1, operationId: 'getUser' });
  });

  it('ends the call at once with the last error, if the delay before a retry would exceed it', async () => {
    const { client, requests } = clientOf([limited('7200')], { retry: { maxDelayInMs: 24 * hourInMs } });

    const error = await failureOf(client.users.get('usr_1', { timeoutInMs: hourInMs }));

    expect(error).toMatchObject({ code: 'rate_limited', outcome: 'rejected', attempts: 1 });
    expect(requests).toHaveLength(1);
  });
});

describe("the caller's signal", () => {
  it.each([{}, { aborted: true }])(
    'that is not an AbortSignal, such as %j, ends the call and leaves no timer behind',
    async (signal) => {
      const { client, requests } = clientOf([200]);
      const before = countTimers();
      const errors: EscrowError[] = [];

      for (let call = 0; call < 5; call++) {
        errors.push(await failureOf(client.users.get('usr_1', { signal: signal as AbortSignal })));
      }

      expect(errors[0]).toMatchObject({ code: 'configuration', outcome: 'not-sent', attempts: 0 });
      expect(countTimers()).toBeLessThan(before + 5);
      expect(requests).toEqual([]);
    },
  );

  it('that is aborted before the call sends nothing', async () => {
    const { client, requests } = clientOf([200]);

    const error = await failureOf(client.users.get('usr_1', { signal: AbortSignal.abort() }));

    expect(error).toMatchObject({ code: 'aborted', outcome: 'not-sent', attempts: 0, operationId: 'getUser' });
    expect(requests).toHaveLength(0);
  });

  it('ends a running request, whose outcome is unknown', async () => {
    const stop = new AbortController();
    const stopAndHang = () => {
      stop.abort();
      return hang();
    };
    let retries = 0;
    const { client, requests } = clientOf([stopAndHang], { observer: retryObserver(() => void retries++) });

    const error = await failureOf(client.users.get('usr_1', { signal: stop.signal }));

    expect(error).toMatchObject({ code: 'aborted', outcome: 'unknown', attempts: 1 });
    expect(requests[0]?.signal.aborted).toBe(true);
    expect(retries).toBe(0);
  });

  it('ends the delay between two requests', async () => {
    const stop = new AbortController();
    const { client, requests } = clientOf([limited('3600')], {
      observer: retryObserver(() => stop.abort()),
      retry: { maxDelayInMs: hourInMs },
    });

    const error = await failureOf(client.users.get('usr_1', { signal: stop.signal, timeoutInMs: 2 * hourInMs }));

    expect(error).toMatchObject({ code: 'aborted', outcome: 'rejected', attempts: 1 });
    expect(requests).toHaveLength(1);
  });

  it('ends the wait for a token, with nothing sent', async () => {
    const stop = new AbortController();
    const provideNever = () => {
      stop.abort();
      return hang();
    };
    const { client, requests } = clientOf([200], { tokens: { apiKey: provideNever } });

    const error = await failureOf(client.users.get('usr_1', { signal: stop.signal }));

    expect(error).toMatchObject({ code: 'aborted', outcome: 'not-sent', attempts: 0 });
    expect(requests).toHaveLength(0);
  });
});
