import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, setGlobalProxyFromEnv } from 'node:http';
import { createServer } from 'node:https';
import { localCertificate } from '@escrow-kit/tools/local-certificate';
import { expect, onTestFinished, test } from 'vitest';
import { checks } from '../../src/doctor/checks.ts';
import { type Behaviour, signatureOf, startEndpoint } from '../support/endpoint.ts';
import { examine } from '../support/examine.ts';
import { listen } from '../support/listen.ts';

/** An endpoint that fails, where the environment names a proxy that does not answer. */
function startBesideProxy(): Promise<string> {
  onTestFinished(setGlobalProxyFromEnv({ http_proxy: 'http://127.0.0.1:9' }));
  return startEndpoint({ receive: () => 500 });
}

/** An endpoint that is wrong in one way, and the names of what the doctor finds. */
type WrongEndpoint = [title: string, create: () => Behaviour, found: Found, limits?: Parameters<typeof examine>[1]];

interface Found {
  fault?: string[];
  hint?: string[];
  not_checked?: string[];
}

const knownFields = ['contractId', 'status', 'referenceId'];
const knownStatuses = ['PAID', 'CASHOUT_IN_PROGRESS', 'COMPLETED'];

const isSame = (given: string | undefined, expected: string): boolean => given?.toLowerCase() === expected;

const wrongEndpoints: WrongEndpoint[] = [
  [
    'HOOK-2 any signature is accepted',
    () => ({ isAuthentic: ({ signature }) => signature !== undefined }),
    { fault: ['forged', 'keyless', 'cut', 'altered'] },
  ],
  [
    'AUTH-13 what is unsigned is accepted',
    () => ({ isAuthentic: ({ body, signature }) => !signature || isSame(signature, signatureOf(body)) }),
    { fault: ['unsigned'] },
  ],
  [
    'HOOK-2 an empty secret counts',
    () => ({
      isAuthentic: ({ body, signature }) => ['', undefined].some((key) => isSame(signature, signatureOf(body, key))),
    }),
    { fault: ['keyless'] },
  ],
  [
    'HOOK-2 as much of the signature as was sent is compared',
    () => ({
      isAuthentic: ({ body, signature }) =>
        signature !== undefined && signatureOf(body).startsWith(signature.toLowerCase()),
    }),
    { fault: ['cut'] },
  ],
  [
    'HOOK-2 what a JSON parser made of the body is verified',
    () => ({ isAuthentic: ({ body, signature }) => isSame(signature, signatureOf(JSON.stringify(JSON.parse(body)))) }),
    { fault: ['altered', 'rewritten'], not_checked: ['64-kB'] },
  ],
  [
    'HOOK-2 the hex digits are compared as text',
    () => ({ isAuthentic: ({ body, signature }) => signature === signatureOf(body) }),
    { hint: ['upper-case'] },
  ],
  [
    'HOOK-7 a repeat is answered with 500',
    () => {
      const seen = new Set<string>();
      return { receive: (_, { body }) => (seen.has(body) ? 500 : seen.add(body) && 200) };
    },
    { fault: ['repeated'] },
  ],
  [
    'HOOK-7 an event that comes twice at the same moment fails',
    () => {
      const bothLooked = Promise.withResolvers<void>();
      let looking = 0;
      return {
        async receive({ contractId }) {
          if (!String(contractId).endsWith('at-once')) return 200;
          // Both look whether the event is stored, before either has stored it.
          looking += 1;
          const isSecond = looking === 2;
          if (isSecond) bothLooked.resolve();
          await bothLooked.promise;
          return isSecond ? 500 : 200;
        },
      };
    },
    { fault: ['repeated'] },
  ],
  [
    'HOOK-7 COMPLETED of a milestone that is not paid is refused',
    () => {
      const known = new Set<unknown>();
      return {
        receive: ({ contractId, status }) =>
          status === 'COMPLETED' && !known.has(contractId) ? 409 : known.add(contractId) && 200,
      };
    },
    { fault: ['re-ordered'], not_checked: ['late', 'extra-fields'] },
  ],
  [
    'HOOK-7 an event that is late is refused',
    () => {
      const ranks = new Map<unknown, number>();
      return {
        receive({ contractId, status }) {
          const rank = knownStatuses.indexOf(String(status));
          if (rank < (ranks.get(contractId) ?? 0)) return rank < 0 ? 200 : 409;
          ranks.set(contractId, rank);
          return 200;
        },
      };
    },
    { fault: ['late'] },
  ],
  [
    'HOOK-8 an unknown status is refused',
    () => ({ receive: ({ status }) => (knownStatuses.includes(String(status)) ? 200 : 422) }),
    { hint: ['unknown-status'] },
  ],
  [
    'HOOK-8 extra fields are refused',
    () => ({ receive: (event) => (Object.keys(event).every((name) => knownFields.includes(name)) ? 200 : 400) }),
    { hint: ['extra-fields'] },
  ],
  [
    'only what comes at first is read',
    () => ({ read: async (message) => String((await once(message, 'data'))[0]) }),
    { hint: ['64-kB', 'slow-body'] },
    // Long enough that the first half is read before the second one is sent, even on a busy machine.
    { pauseInMs: 500 },
  ],
  [
    'another content type than that of JSON fails',
    () => ({ receive: (_, { message }) => (message.headers['content-type'] === 'text/html' ? 500 : 200) }),
    { hint: ['content-type'] },
  ],
  [
    'connections are closed when many come',
    () => {
      let count = 0;
      return {
        receive(_, { message }) {
          count += 1;
          if (count > 24) message.socket.destroy();
          return 200;
        },
      };
    },
    { hint: ['burst'] },
    { burst: 40 },
  ],
  ['HOOK-3 the answer is another success', () => ({ receive: () => 204 }), { hint: ['signed'] }],
  [
    'HOOK-2 the connection is broken off after a wrong signature',
    () => ({
      isAuthentic(request) {
        if (isSame(request.signature, signatureOf(request.body))) return true;
        request.message.socket.destroy();
        return false;
      },
    }),
    { fault: ['forged', 'unsigned', 'keyless', 'cut', 'altered'] },
  ],
  ['HOOK-3 the answer takes its time', () => ({}), { hint: ['prompt'] }, { promptInMs: 0 }],
];

test.each(wrongEndpoints)('%s: the doctor names it, and nothing else', async (_title, create, found, limits = {}) => {
  const url = await startEndpoint(create());

  const examined = await examine(url, limits);

  expect(examined).toMatchObject({ fault: [], hint: [], not_checked: [], ...found });
});

test('each check is failed by one of these endpoints', () => {
  const failed = wrongEndpoints.flatMap(([, , { fault = [], hint = [] }]) => [...fault, ...hint]);

  expect(Object.keys(checks).filter((name) => !failed.includes(name))).toEqual([]);
});

type Answer = (response: ServerResponse, message: IncomingMessage) => unknown;

/** Starts an endpoint that answers in this way, and returns its address. */
const answering = (answer: Answer) => () =>
  startEndpoint({ answer: (message, response) => void answer(response, message) });

async function startTls(): Promise<string> {
  const server = createServer(localCertificate, (_, response) => response.end());
  const { url, close } = await listen(server);
  onTestFinished(async () => {
    await close();
  });
  return url.replace('http:', 'https:');
}

test.each<[title: string, start: () => Promise<string>, remedy: string, timeoutInMs?: number]>([
  ['HOOK-3 an endpoint that never answers', answering(() => {}), 'did not answer completely in time', 100],
  [
    'HOOK-3 a redirect, which is not followed',
    answering((response) => response.writeHead(307, { location: '/' }).end()),
    'Set --url to the target',
  ],
  [
    'HOOK-3 an endpoint that looks the milestone up before it answers',
    () => startEndpoint({ receive: () => 404 }),
    'it should answer first',
  ],
  ['HOOK-2 another secret', () => startEndpoint({ isAuthentic: () => false }), 'probably has another webhook secret'],
  ['HOOK-3 an endpoint that fails', () => startEndpoint({ receive: () => 500 }), 'See the log'],
  ['HOOK-3 an endpoint that fails, without the dead proxy of the environment', startBesideProxy, 'See the log'],
  ['a closed port', async () => 'http://127.0.0.1:9', 'Nothing listens'],
  ['a connection that is closed', answering((_, message) => message.socket.destroy()), 'The connection ended'],
  [
    'an answer with huge headers',
    answering((response) => response.writeHead(200, { huge: 'a'.repeat(70_000) }).end()),
    'headers of the answer are larger than 64 KiB',
  ],
  ['a certificate that nobody trusts', startTls, 'set NODE_EXTRA_CA_CERTS'],
  ['HTTP where TLS is expected', async () => (await startEndpoint({})).replace('http:', 'https:'), 'does not use TLS'],
])(
  '%s is one fault with its remedy, and no other check is made',
  async (_title, start, remedy, timeoutInMs = 4_000) => {
    const examined = await examine(await start(), { timeoutInMs });

    const nothing = { hint: [], right: [], not_checked: [] };
    expect(examined).toEqual({ ...nothing, fault: ['signed'], remedy: expect.stringContaining(remedy) });
  },
);
