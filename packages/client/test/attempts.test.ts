import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { EscrowClientOptions } from '../src/index.ts';
import { failureOf } from './support/failure-of.ts';
import { bankAccount, customer } from './support/sample-inputs.ts';
import { clientOf, hang, limited, lose, refuse, retryObserver, type Step } from './support/scripted-client.ts';

/** Longer than a test may take, so that a test that waits for it fails. */
const hourInMs = 3_600_000;

describe('how often', () => {
  it.each([0, 1, 5])('a read that always fails is retried %i times, if that is the maximum', async (max) => {
    const { client, requests, delays } = clientOf([503], { retry: { max, baseDelayInMs: 1 } });

    const error = await failureOf(client.users.get('usr_1'));

    expect([error.attempts, requests.length, delays.length]).toEqual([max + 1, max + 1, max]);
  });

  it('a read that fails is retried twice by default', async () => {
    const { client, requests } = clientOf([limited('0')]);

    await failureOf(client.users.get('usr_1'));

    expect(requests).toHaveLength(3);
  });

  it('each option of a call replaces that of the client separately', async () => {
    const { client, requests, delays } = clientOf([503], { retry: { max: 5, baseDelayInMs: 1, maxDelayInMs: 1 } });

    await failureOf(client.users.get('usr_1', { retry: { max: 1 } }));

    expect(requests).toHaveLength(2);
    expect(delays[0]).toBeLessThanOrEqual(1);
  });

  it('the same body goes out with every request', async () => {
    const registered = Response.json({ serviceUserId: 1, userIdentification: 2 });
    const { client, requests } = clientOf([503, 503, registered]);

    await client.customers.register(customer);

    const bodies = await Promise.all(requests.map((request) => request.text()));
    expect(bodies).toEqual(Array(3).fill(JSON.stringify(customer)));
  });

  it('a write is sent again after a 429 and after a refused connection, but not after a lost one', async () => {
    const { client, requests } = clientOf([limited('0'), refuse, lose, 200], { retry: { max: 5, baseDelayInMs: 1 } });

    const error = await failureOf(client.customers.addBankAccount(1, bankAccount));

    expect(error).toMatchObject({ code: 'connection', outcome: 'unknown', attempts: 3 });
    expect(requests).toHaveLength(3);
  });
});

/** How `fetch` fails: with these properties of an error. */
const failing = (failure: object) => () => Promise.reject(Object.assign(new TypeError('fetch failed'), failure));

/** How Node fails if it tried two addresses of a name. */
const attemptsAt = (first: string, second: string) => {
  const errors = [
    { code: 'ETIMEDOUT', syscall: first },
    { code: 'ECONNREFUSED', syscall: second },
  ];
  return Object.assign(new AggregateError(errors), { code: 'ETIMEDOUT' });
};

/** How Deno's fetch fails, with the kind of its client's error. */
const ofDeno = (error: string) => {
  const text = `error sending request for url (http://service.example/base/x?y=(Connect)): client error ${error}`;
  return failing({ cause: new Error(text) });
};

const refusedOfDeno = '(Connect): tcp connect error: Connection refused (os error 111)';

const unreadable = {
  get message() {
    throw new Error('unreadable');
  },
};

describe('the outcome', () => {
  it.each<[title: string, steps: Step[], expected: object]>([
    ['stays unknown, although a later request was refused', [lose, 400], { code: 'api', outcome: 'unknown' }],
    ['stays unknown after a 503, although no host was reached later', [503, refuse], { outcome: 'unknown' }],
    ['is that of the last request, if no earlier one was carried out', [refuse, 400], { outcome: 'rejected' }],
  ])('%s', async (_title, steps, expected) => {
    const { client } = clientOf(steps, { retry: { max: 1, baseDelayInMs: 1 } });

    const error = await failureOf(client.customers.register(customer));

    expect(error).toMatchObject({ ...expected, attempts: 2 });
  });

  it.each<[outcome: string, what: string, step: Step]>([
    ['not-sent', 'a refused connection', failing({ cause: { code: 'ECONNREFUSED' } })],
    ['not-sent', 'an unreachable host', failing({ cause: { code: 'EHOSTUNREACH', syscall: 'connect' } })],
    ['not-sent', 'a late and a refusing address of a name', failing({ cause: attemptsAt('connect', 'connect') })],
    ['not-sent', 'a refused connection of Bun', failing({ code: 'ConnectionRefused' })],
    ['not-sent', 'a port that it never connects to', () => fetch('http://127.0.0.1:6000')],
    [
      'not-sent',
      'a port that Deno never connects to',
      failing({ message: 'Fetch failed: Requests to port 6000 are blocked' }),
    ],
    ['not-sent', 'a proxy that does not connect Bun', failing({ code: 'ERR_PROXY_TUNNEL' })],
    // Deno's fetch may have sent the request on a connection that it reused, and again on this one.
    ['unknown', 'a refused connection of Deno', ofDeno(refusedOfDeno)],
    ['unknown', 'a proxy that does not connect Deno', ofDeno('(Connect): unsuccessful tunnel')],
    ['unknown', 'a message that is no text', () => Promise.reject({ message: Object.create(null) })],
    ['unknown', 'an error that can not be read', () => Promise.reject(unreadable)],
    ['unknown', 'a fault of TLS that may come later', failing({ cause: { code: 'ERR_SSL_WRONG_VERSION_NUMBER' } })],
    [
      'unknown',
      'a connection that Deno lost without saying when',
      failing({ cause: new Error('Connection reset by peer (os error 104)') }),
    ],
    ['unknown', 'no error', () => Promise.reject(undefined)],
    ['unknown', 'an error without a cause', failing({ cause: null })],
    ['unknown', 'a code that resembles one of connecting', failing({ code: 'ERR_DISCONNECT_TIMEOUT' })],
    ['unknown', 'a further cause', failing({ code: 'ECONNREFUSED', cause: new Error('after the body was sent') })],
    // Linux also reports it for a request that was sent and never acknowledged.
    ['unknown', 'a host that is unreachable later', failing({ cause: { code: 'EHOSTUNREACH', syscall: 'read' } })],
    ['unknown', 'an address of a name that failed later', failing({ cause: attemptsAt('connect', 'read') })],
    ['unknown', 'a deeper cause', failing({ cause: { cause: { code: 'ECONNREFUSED', syscall: 'connect' } } })],
    ['unknown', 'a body that fails', () => new Response(new ReadableStream({ pull: refuse }))],
  ])('is %s if fetch fails with %s', async (outcome, _what, step) => {
    const { client, requests } = clientOf([step, 200], { retry: { max: outcome === 'unknown' ? 1 : 0 } });

    const error = await failureOf(client.customers.addBankAccount(1, bankAccount));

    expect(error).toMatchObject({ code: 'connection', outcome, attempts: 1 });
    expect(requests).toHaveLength(1);
  });
});

describe('on Deno', () => {
  /** The error of a write by the global fetch, or the caller's own, and the connections that the client opened and closed. */
  async function failureOnDeno(fetch: () => Promise<never>, isOwn = false) {
    const opened: object[] = [];
    const closed: object[] = [];
    const createHttpClient = (options: object) => {
      const client = { ...options, close: () => closed.push(client) };
      opened.push(client);
      return client;
    };
    vi.stubGlobal('Deno', { createHttpClient });
    vi.stubGlobal('fetch', fetch);
    onTestFinished(() => void vi.unstubAllGlobals());
    const { client } = clientOf([], { fetch: isOwn ? fetch : undefined, retry: { max: 1, baseDelayInMs: 1 } });
    return { error: await failureOf(client.customers.addBankAccount(1, bankAccount)), opened, closed };
  }

  it.each([
    ['not-sent', 2, refusedOfDeno, 'could not connect to hosts.auth'],
    ['not-sent', 2, '(Connect): dns error: failed to lookup address information', 'could not connect to hosts.auth'],
    ['not-sent', 2, '(Connect): unsuccessful tunnel', 'was refused by the proxy'],
    ['not-sent', 2, '(Connect): proxy authentication required', 'was refused by the proxy'],
    ['unknown', 1, '(SendRequest): connection closed before message completed', 'lost its connection'],
  ])('the outcome is %s after %i requests that fail with %s', async (outcome, attempts, text, message) => {
    const { error, opened, closed } = await failureOnDeno(ofDeno(text));

    expect(error).toMatchObject({ code: 'connection', outcome, attempts, message: expect.stringContaining(message) });
    expect(opened).toMatchObject(Array(attempts).fill({ poolMaxIdlePerHost: 0 }));
    expect(closed).toEqual(opened);
  });

  it("the outcome is unknown if the caller's fetch sent the request, perhaps on a connection that was reused", async () => {
    const { error } = await failureOnDeno(ofDeno(refusedOfDeno), true);

    expect(error).toMatchObject({ outcome: 'unknown', attempts: 1 });
  });
});

/** The delays that the client announces before it is stopped, so that no test waits for them. */
function announcedDelays(answer: Response, retry: EscrowClientOptions['retry'] = {}): Promise<(number | undefined)[]> {
  const announce = async () => {
    const stop = new AbortController();
    let announced: number | undefined;
    const observer = retryObserver((delayInMs) => {
      announced = delayInMs;
      stop.abort();
    });
    const { client } = clientOf([answer], { observer, retry: { baseDelayInMs: 0, ...retry } });
    await failureOf(client.users.get('usr_1', { signal: stop.signal, timeoutInMs: hourInMs }));
    return announced;
  };
  return Promise.all(Array.from({ length: 30 }, announce));
}

describe('the delay', () => {
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

  it.each<[title: string, retry: object, cap: number]>([
    ['begins with up to 250 ms', { baseDelayInMs: undefined }, 250],
    ['grows up to half a minute', { baseDelayInMs: 1e6 }, 30_000],
  ])('%s by default', async (_title, retry, cap) => {
    const delays = await announcedDelays(new Response('', { status: 503 }), retry);

    const longest = Math.max(...(delays as number[]));
    expect(longest).toBeLessThanOrEqual(cap);
    expect(longest).toBeGreaterThan(cap / 2);
  });

  it.each<[retryAfter: string, delayInMs: number | undefined]>([
    ['7', 7_000],
    ['29', 29_000],
    // Beyond the longest delay, the call ends at once.
    ['31', undefined],
    ['Tue, 01 Jan 2030 00:00:10 GMT', 10_000],
    ['Tuesday, 01-Jan-30 00:00:10 GMT', 10_000],
    ['Tue Jan  1 00:00:10 2030', 10_000],
  ])('after Retry-After: %s is %s', async (retryAfter, delayInMs) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-01-01T00:00:00Z') });
    onTestFinished(() => void vi.useRealTimers());

    expect(new Set(await announcedDelays(limited(retryAfter)))).toEqual(new Set([delayInMs]));
  });

  it.each(['Wed, 21 Oct 2015 07:28:00 GMT', '-5', '0x7', '1e3', '7.5', '2099-01-01'])(
    'after Retry-After: %j, which is no delay, is as without it',
    async (header) => {
      const delays = await announcedDelays(limited(header), { baseDelayInMs: 1000 });

      expect(Math.max(...(delays as number[]))).toBeGreaterThan(0);
      expect(Math.max(...(delays as number[]))).toBeLessThanOrEqual(1000);
    },
  );

  it('is that of Retry-After after a 503 too, up to the longest delay of the options', async () => {
    const answer = new Response('', { status: 503, headers: { 'retry-after': '3' } });

    const [shorter, longer] = await Promise.all([
      announcedDelays(answer, { maxDelayInMs: 3000 }),
      announcedDelays(answer, { maxDelayInMs: 2999 }),
    ]);

    expect([shorter[0], longer[0]]).toEqual([3000, undefined]);
  });
});

const countTimers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

describe('the deadline', () => {
  it('covers all requests of a call together', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const failLate = () =>
      new Promise<Response>((resolve) => setTimeout(resolve, 100, new Response('', { status: 503 })));
    const { client, requests } = clientOf([failLate], { retry: { max: 100, baseDelayInMs: 1, maxDelayInMs: 1 } });

    const failure = failureOf(client.users.get('usr_1', { timeoutInMs: 1000 }));
    await vi.advanceTimersByTimeAsync(1000);

    expect(['timeout', 'api']).toContain((await failure).code);
    expect(requests.length).toBeGreaterThan(1);
    expect(requests.length).toBeLessThanOrEqual(10);
  });

  it('ends a fetch that ignores its signal', async () => {
    const { client } = clientOf([hang]);

    const error = await failureOf(client.users.get('usr_1', { timeoutInMs: 50 }));

    expect(error).toMatchObject({ code: 'timeout', outcome: 'unknown', attempts: 1, operationId: 'getUser' });
  });

  it('ends the call at once with the last error, if the delay before a retry would exceed it', async () => {
    const { client, requests } = clientOf([limited('7200')], { retry: { maxDelayInMs: 24 * hourInMs } });

    const error = await failureOf(client.users.get('usr_1', { timeoutInMs: hourInMs }));

    expect(error).toMatchObject({ code: 'rate_limited', outcome: 'rejected', attempts: 1 });
    expect(requests).toHaveLength(1);
  });
});

/** Stops the call, and never answers. */
function hangAfter(stop: () => void): Promise<never> {
  stop();
  return hang();
}

describe("the caller's signal", () => {
  it('that is not an AbortSignal ends the call, and no call leaves a timer behind', async () => {
    const { client, requests } = clientOf([Response.json({})]);
    const before = countTimers();

    const errors = await Promise.all(
      Array.from({ length: 5 }, () => failureOf(client.users.get('usr_1', { signal: {} as AbortSignal }))),
    );
    for (let call = 0; call < 5; call++) await client.users.get('usr_1');

    expect(errors[0]).toMatchObject({ code: 'configuration', outcome: 'not-sent', attempts: 0 });
    expect(countTimers()).toBeLessThan(before + 5);
    expect(requests).toHaveLength(5);
  });

  it.each<[what: string, expected: object, set: (stop: () => void) => [Step, Partial<EscrowClientOptions>?]]>([
    ['a running request', { outcome: 'unknown', attempts: 1 }, (stop) => [() => hangAfter(stop)]],
    [
      'the delay between two requests',
      { outcome: 'rejected', attempts: 1 },
      (stop) => [limited('3600'), { observer: retryObserver(stop), retry: { maxDelayInMs: hourInMs } }],
    ],
    [
      'the wait for a token, with nothing sent',
      { outcome: 'not-sent', attempts: 0 },
      (stop) => [200, { tokens: { apiKey: () => hangAfter(stop) } }],
    ],
  ])('ends %s', async (_what, expected, set) => {
    const stop = new AbortController();
    const [step, options] = set(() => stop.abort());
    const { client, requests } = clientOf([step], options);

    const error = await failureOf(client.users.get('usr_1', { signal: stop.signal, timeoutInMs: 2 * hourInMs }));

    expect(error).toMatchObject({ code: 'aborted', ...expected });
    expect(requests).toHaveLength(error.attempts);
  });

  it('that aborts right after a token came ends a call with nothing sent, even by a fetch that ignores it', async () => {
    for (let turns = 0; turns < 8; turns++) {
      const abort = new AbortController();
      const abortSoon = async () => {
        for (let turn = 0; turn < turns; turn++) await null;
        abort.abort();
      };
      const apiKey = async () => {
        void abortSoon();
        return 'tok';
      };
      const { client, requests } = clientOf([200], { tokens: { apiKey } });

      const error = await failureOf(client.users.get('usr_1', { signal: abort.signal })).catch(() => undefined);

      expect([error?.outcome, requests.length]).not.toEqual(['not-sent', 1]);
    }
  });
});
