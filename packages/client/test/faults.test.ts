import { isSoak } from '@escrow-kit/suite';
import { describe, expect, it } from 'vitest';
import { type CallOptions, createEscrowClient, type EscrowClient, EscrowError } from '../src/index.ts';
import { type FaultName, faultNames, refusingUrl, startFaultServer } from './support/fault-server.ts';
import { printsOf } from './support/prints-of.ts';
import { bankAccount } from './support/sample-inputs.ts';
import { type TransportName, transportFor, transportNames } from './support/transports.ts';

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

/** Longer than a request takes to reach a server of the same machine, even a busy one, and shorter than a late answer. */
const timeoutInMs = 3000;

const clientFor = (url: string, transport: TransportName): EscrowClient =>
  createEscrowClient({
    ...transportFor(transport),
    baseUrl: url,
    clientId: 'client',
    tokens: { organization: 'canary-org', clientAdmin: 'canary-adm', apiKey: 'canary-key' },
    retry: { max: 2, baseDelayInMs: 1 },
  });

/** `code outcome attempts` of a call's error, or `done`. The server echoes a canary in everything that it sends. */
async function endOf(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => 'done',
    (thrown) => thrown,
  );
  if (!(error instanceof EscrowError)) return `${error}`;
  const leak = printsOf(error).includes('canary') ? ' and shows a canary' : '';
  return `${error.code} ${error.outcome} ${error.attempts}${leak}`;
}

const onAll = (end: string): Record<CallName, string> => ({
  getUser: end,
  addBankAccount: end,
  registerCustomer: end,
  startPayment: end,
});
const timedOut = onAll('timeout unknown 1');
const lost = { ...onAll('connection unknown 3'), addBankAccount: 'connection unknown 1' };
const failedServer = { ...onAll('api unknown 3'), addBankAccount: 'api unknown 1' };
const rateLimited = onAll('rate_limited rejected 3');
const redirected = onAll('redirected unknown 1');
const notJson = onAll('decode unknown 1');

/** The expected end of each call. The attempts are also the number of requests that the server received. */
const ends: Record<FaultName, Record<CallName, string>> = {
  'answers too late': timedOut,
  'never answers': timedOut,
  'sends the head and no body': timedOut,
  'sends its body byte by byte without end': timedOut,
  'drops the connection after reading': lost,
  'drops the connection before reading': lost,
  'cuts its body short': lost,
  'sends bytes that are no HTTP': lost,
  'answers 200 with bad JSON': notJson,
  'answers 200 with HTML': notJson,
  'answers 502 with HTML': failedServer,
  'answers a bare 500': { ...failedServer, startPayment: 'milestone_probably_unknown unknown 1' },
  'answers 503': failedServer,
  'answers 408': failedServer,
  'answers 400': onAll('api rejected 1'),
  'answers 400 with bad JSON': onAll('api rejected 1'),
  'answers 401': onAll('unauthorized rejected 1'),
  'answers 403': onAll('forbidden rejected 1'),
  'answers 429 without Retry-After': rateLimited,
  'answers 429 with Retry-After 0': rateLimited,
  'answers 429 with a date that is over': rateLimited,
  'answers 429 with a Retry-After of an hour': onAll('rate_limited rejected 1'),
  'redirects to another origin': redirected,
  'redirects to itself': redirected,
  'answers with a status beyond 599': onAll('decode unknown 1'),
};

/** The calls that time out wait at once. */
const faultGroups: FaultName[][] = [
  faultNames.filter((fault) => ends[fault] === timedOut),
  ...faultNames.filter((fault) => ends[fault] !== timedOut).map((fault) => [fault]),
];

/** A whole answer is the same to the client whatever brings it, so that only `pnpm soak` has each by both. */
const faultGroupsOf = (transport: TransportName): FaultName[][] =>
  faultGroups.filter(([fault = '']) => isSoak || transport === 'fetch' || !/^answers \d/.test(fault));

describe.each(transportNames)('with %s', (transport) => {
  it.each(faultGroupsOf(transport).map((faults) => ({ faults, what: faults.join(', or ') })))(
    'a server that $what: calls end with the right error after as many requests',
    async ({ faults }) => {
      const elsewhere = await startFaultServer('answers 400');
      const observe = async (fault: FaultName, name: CallName) => {
        const server = await startFaultServer(fault, 'canary-echo', elsewhere.url);
        const options = ends[fault] === timedOut ? { timeoutInMs } : {};
        const end = await endOf(calls[name](clientFor(server.url, transport), options));
        return { fault, name, end, requestCount: server.requestCount() };
      };

      const observed = await Promise.all(faults.flatMap((fault) => callNames.map((name) => observe(fault, name))));

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

  describe('a port without a listener', () => {
    it.each(callNames)('makes the client retry %s, with the outcome not-sent', async (name) => {
      const client = clientFor(await refusingUrl(), transport);

      const end = await endOf(calls[name](client));

      expect(end).toBe('connection not-sent 3');
    });

    it('is recognized even behind a name with several addresses', async () => {
      const { port } = new URL(await refusingUrl());

      const end = await endOf(calls.addBankAccount(clientFor(`http://localhost:${port}`, transport)));

      expect(end).toBe('connection not-sent 3');
    });
  });
});
