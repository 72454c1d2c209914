import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { setImmediate } from 'node:timers/promises';
import { isSoak } from '@escrow-kit/tools';
import { localCertificate } from '@escrow-kit/tools/local-certificate';
import { Agent, type Dispatcher, ProxyAgent, fetch as undiciFetch } from 'undici';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  type CallOptions,
  createEscrowClient,
  type EscrowClient,
  type EscrowClientOptions,
  isEscrowError,
} from '../src/index.ts';
import { failureOf } from './support/failure-of.ts';
import { type FaultName, faultNames, listen, refusingUrl, startFaultServer } from './support/fault-server.ts';
import { bankAccount } from './support/sample-inputs.ts';

type CallName = 'getUser' | 'addBankAccount' | 'registerCustomer' | 'startPayment';

/** A read, a write, the write that may be repeated (USER-2), and the read whose 500 has a meaning (PAY-4). */
const calls: Record<CallName, (client: EscrowClient, options?: CallOptions) => Promise<unknown>> = {
  getUser: (client, options) => client.users.get('usr_1', options),
  addBankAccount: (client, options) => client.customers.addBankAccount(1001, bankAccount, options),
  registerCustomer: (client, options) => client.customers.register({ phoneNumber: '+966500000001' }, options),
  startPayment: (client, options) =>
    client.payments.start({ milestoneId: 'ms_1', redirectUrl: 'https://shop.example/back' }, options),
};
const callNames = Object.keys(calls) as CallName[];

/** The clock of these tests reaches it once all requests have arrived. */
const timeoutInMs = 2000;

/** A `fetch` for the client that uses undici's own with a dispatcher, as in the guide. */
async function fetchByUndici(request: Request, dispatcher: Dispatcher = agent): Promise<unknown> {
  const { url, method, headers, signal, redirect } = request;
  const body = request.body && (await request.text());
  return undiciFetch(url, { method, headers: [...headers], body, signal, redirect, dispatcher });
}
const agent = new Agent({ keepAliveTimeout: 1_000 });

const transports: Record<string, Pick<EscrowClientOptions, 'fetch'>> = {
  fetch: {},
  // undici types its `Response` apart from the global one.
  undici: { fetch: ((request) => fetchByUndici(request)) as NonNullable<EscrowClientOptions['fetch']> },
};

const clientFor = (url: string, transport: string): EscrowClient =>
  createEscrowClient({
    ...transports[transport],
    baseUrl: url,
    clientId: 'client',
    tokens: { organization: 'org', clientAdmin: 'adm', apiKey: 'key' },
    retry: { max: 2, baseDelayInMs: 1 },
  });

/** `code outcome attempts` of a call's error, or `done`. */
const endOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error) => (isEscrowError(error) ? `${error.code} ${error.outcome} ${error.attempts}` : `${error}`),
  );

const onAll = (end: string): Record<CallName, string> => ({
  getUser: end,
  addBankAccount: end,
  registerCustomer: end,
  startPayment: end,
});
const timedOut = onAll('timeout unknown 1');
const lost = { ...onAll('connection unknown 3'), addBankAccount: 'connection unknown 1' };
const failedServer = { ...onAll('api unknown 3'), addBankAccount: 'api unknown 1' };

/** The expected end of each call. The attempts are also the number of requests that the server received. */
const ends: Record<FaultName, Record<CallName, string>> = {
  'never answers': timedOut,
  'sends the head and no body': timedOut,
  'sends its body byte by byte without end': timedOut,
  'drops the connection after reading': lost,
  'drops the connection before reading': lost,
  'cuts its body short': lost,
  'sends bytes that are no HTTP': lost,
  'answers 200 with bad JSON': onAll('decode unknown 1'),
  'answers a bare 500': { ...failedServer, startPayment: 'milestone_probably_unknown unknown 1' },
  'answers 503': failedServer,
  'answers 408': failedServer,
  'answers 400': onAll('api rejected 1'),
  'answers 401': onAll('unauthorized rejected 1'),
  'answers 403': onAll('forbidden rejected 1'),
  'answers 429 with Retry-After 0': onAll('rate_limited rejected 3'),
  'answers 429 with a Retry-After of an hour': onAll('rate_limited rejected 1'),
  'redirects to another origin': onAll('redirected unknown 1'),
  'answers with a status beyond 599': onAll('decode unknown 1'),
};

/** The calls that time out wait at once. */
const faultGroups: FaultName[][] = [
  faultNames.filter((fault) => ends[fault] === timedOut),
  ...faultNames.filter((fault) => ends[fault] !== timedOut).map((fault) => [fault]),
];

describe.each(Object.keys(transports))('with %s', (transport) => {
  it.runIf(isSoak || transport === 'fetch').each(faultGroups.map((faults) => ({ faults, what: faults.join(', or ') })))(
    'a server that $what: calls end with the right error after as many requests',
    async ({ faults }) => {
      const timesOut = faults.some((fault) => ends[fault] === timedOut);
      if (timesOut) vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      onTestFinished(() => void vi.useRealTimers());
      const elsewhere = await startFaultServer('answers 400');
      let arrivedCount = 0;
      const observe = async (fault: FaultName, name: CallName) => {
        const server = await startFaultServer(fault, 'echo', elsewhere.url, () => arrivedCount++);
        const options = timesOut ? { timeoutInMs } : {};
        const end = await endOf(calls[name](clientFor(server.url, transport), options));
        return { fault, name, end, requestCount: server.requestCount() };
      };

      const observing = Promise.all(faults.flatMap((fault) => callNames.map((name) => observe(fault, name))));
      while (timesOut && arrivedCount < faults.length * callNames.length) await setImmediate();
      if (timesOut) await vi.advanceTimersByTimeAsync(timeoutInMs);
      const observed = await observing;

      const expected = faults.flatMap((fault) =>
        callNames.map((name) => {
          const end = ends[fault][name];
          return { fault, name, end, requestCount: Number(end.split(' ')[2] ?? 1) };
        }),
      );
      expect(observed).toEqual(expected);
      expect(elsewhere.requestCount()).toBe(0);
    },
  );

  it('a port without a listener makes the client retry, with the outcome not-sent', async () => {
    const url = await refusingUrl();

    const ends = await Promise.all(callNames.map((name) => endOf(calls[name](clientFor(url, transport)))));
    // A name with several addresses.
    const named = await endOf(calls.addBankAccount(clientFor(url.replace('127.0.0.1', 'localhost'), transport)));

    expect(new Set([...ends, named])).toEqual(new Set(['connection not-sent 3']));
  });
});

it('a certificate that is not trusted ends the call before anything is sent', async () => {
  let count = 0;
  const server = createSecureServer(localCertificate).on('secureConnection', () => count++);
  const url = (await listen(server)).replace('http:', 'https:');

  const error = await failureOf(calls.addBankAccount(clientFor(url, 'fetch')));

  expect(error).toMatchObject({ code: 'connection', outcome: 'not-sent', attempts: 3 });
  expect(error.message).toBe(
    `addBankAccount could not connect to hosts.auth, ${url} (DEPTH_ZERO_SELF_SIGNED_CERT): its certificate is not trusted. Check the address, or add your authority with NODE_EXTRA_CA_CERTS. Nothing arrived: you can retry.`,
  );
  expect(count).toBe(0);
});

describe('through a proxy', () => {
  /** The error of a write to https://service.example through a proxy. */
  async function failureThrough(proxyUrl: string) {
    const proxy = new ProxyAgent(proxyUrl);
    onTestFinished(() => proxy.close());
    const fetch = ((request) => fetchByUndici(request, proxy)) as NonNullable<EscrowClientOptions['fetch']>;
    const tokens = { organization: 'org' };
    const client = createEscrowClient({ baseUrl: 'https://service.example', tokens, retry: { max: 0 }, fetch });
    return failureOf(calls.addBankAccount(client));
  }

  it.each([502, 407])(
    'that answers CONNECT with %i, nothing is sent, and the error names the proxy',
    async (status) => {
      const proxy = createServer().on('connect', (_request, socket) => {
        socket.on('error', () => {}).end(`HTTP/1.1 ${status} No\r\n\r\n`);
      });

      const error = await failureThrough(await listen(proxy));

      expect(error).toMatchObject({ code: 'connection', outcome: 'not-sent' });
      expect(error.message).toBe(
        `addBankAccount was refused by the proxy with ${status} on the way to hosts.auth, https://service.example (ERR_PROXY_TUNNEL): check HTTP_PROXY, HTTPS_PROXY and NO_PROXY. Nothing arrived: you can retry.`,
      );
    },
  );

  it('that is a Unix socket, the error names no proxy', async () => {
    const cause = { code: 'ECONNREFUSED', syscall: 'connect', address: '/run/shop.sock' };
    const client = createEscrowClient({
      baseUrl: 'http://localhost',
      tokens: { organization: 'org' },
      retry: { max: 0 },
      fetch: () => Promise.reject({ cause }),
    });

    const { message } = await failureOf(calls.addBankAccount(client));

    expect(message).toContain('could not connect to hosts.auth, http://localhost (ECONNREFUSED): check the address');
  });

  it('without a listener, the error has the address of the proxy', async () => {
    const url = await refusingUrl();

    const error = await failureThrough(url);

    expect(error).toMatchObject({ code: 'connection', outcome: 'not-sent' });
    expect(error.message).toContain(`could not connect to the proxy at ${new URL(url).host} on the way to hosts.auth`);
  });
});
