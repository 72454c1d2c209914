import { once } from 'node:events';
import { expect, test } from 'vitest';
import { checks } from '../../src/doctor/checks.ts';
import { createDeferred } from '../inbox/support/deferred.ts';
import { type Behaviour, signatureOf, startEndpoint } from '../support/endpoint.ts';
import { examine } from '../support/examine.ts';

/** An endpoint that is wrong in one way, and what the doctor finds. */
interface WrongEndpoint {
  title: string;
  create(): Behaviour;
  fault?: string[];
  hint?: string[];
  not_checked?: string[];
  limits?: Parameters<typeof examine>[1];
}

const knownFields = ['contractId', 'status', 'referenceId'];
const knownStatuses = ['PAID', 'CASHOUT_IN_PROGRESS', 'COMPLETED'];

const wrongEndpoints: WrongEndpoint[] = [
  {
    title: 'HOOK-2 the doctor names an endpoint that accepts any signature',
    create: () => ({ isAuthentic: ({ signature }) => signature !== undefined }),
    fault: ['forged', 'keyless', 'cut', 'altered'],
  },
  {
    title: 'AUTH-13 the doctor names an endpoint that accepts what is unsigned',
    create: () => ({ isAuthentic: ({ body, signature }) => !signature || isSame(signature, signatureOf(body)) }),
    fault: ['unsigned'],
  },
  {
    title: 'HOOK-2 the doctor names an endpoint that knows an empty secret',
    create: () => ({
      isAuthentic: ({ body, signature }) => ['', undefined].some((key) => isSame(signature, signatureOf(body, key))),
    }),
    fault: ['keyless'],
  },
  {
    title: 'HOOK-2 the doctor names an endpoint that compares as much of the signature as was sent',
    create: () => ({
      isAuthentic: ({ body, signature }) =>
        signature !== undefined && signatureOf(body).startsWith(signature.toLowerCase()),
    }),
    fault: ['cut'],
  },
  {
    title: 'HOOK-2 the doctor names an endpoint that verifies what a JSON parser made of the body',
    create: () => ({
      isAuthentic: ({ body, signature }) => isSame(signature, signatureOf(JSON.stringify(JSON.parse(body)))),
    }),
    fault: ['altered', 'rewritten'],
    not_checked: ['64-kB'],
  },
  {
    title: 'HOOK-2 the doctor names an endpoint that compares the hex digits as text',
    create: () => ({ isAuthentic: ({ body, signature }) => signature === signatureOf(body) }),
    hint: ['upper-case'],
  },
  {
    title: 'HOOK-7 the doctor names an endpoint that answers 500 to a repeat',
    create() {
      const seen = new Set<string>();
      return { receive: (_, { body }) => (seen.has(body) ? 500 : seen.add(body) && 200) };
    },
    fault: ['repeated'],
  },
  {
    title: 'HOOK-7 the doctor names an endpoint that fails if an event comes twice at the same moment',
    create() {
      const bothLooked = createDeferred();
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
    fault: ['repeated'],
  },
  {
    title: 'HOOK-7 the doctor names an endpoint that refuses COMPLETED of a milestone that is not paid',
    create() {
      const known = new Set<unknown>();
      return {
        receive({ contractId, status }) {
          if (status === 'COMPLETED' && !known.has(contractId)) return 409;
          known.add(contractId);
          return 200;
        },
      };
    },
    fault: ['re-ordered'],
    not_checked: ['late', 'extra-fields'],
  },
  {
    title: 'HOOK-7 the doctor names an endpoint that refuses an event that is late',
    create() {
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
    fault: ['late'],
  },
  {
    title: 'HOOK-8 the doctor names an endpoint that refuses an unknown status',
    create: () => ({ receive: ({ status }) => (knownStatuses.includes(String(status)) ? 200 : 422) }),
    hint: ['unknown-status'],
  },
  {
    title: 'HOOK-8 the doctor names an endpoint that refuses extra fields',
    create: () => ({
      receive: (event) => (Object.keys(event).every((name) => knownFields.includes(name)) ? 200 : 400),
    }),
    hint: ['extra-fields'],
  },
  {
    title: 'the doctor names an endpoint that refuses a body above 10 kB',
    create: () => ({ receive: (_, { body }) => (body.length > 10_000 ? 413 : 200) }),
    hint: ['64-kB'],
  },
  {
    title: 'the doctor names an endpoint that reads only what comes at first',
    create: () => ({ read: async (message) => String((await once(message, 'data'))[0]) }),
    hint: ['64-kB', 'slow-body'],
  },
  {
    title: 'the doctor names an endpoint that fails if the content type is not that of JSON',
    create: () => ({ receive: (_, { message }) => (message.headers['content-type'] === 'text/html' ? 500 : 200) }),
    hint: ['content-type'],
  },
  {
    title: 'the doctor names an endpoint that closes connections when many come',
    create() {
      let count = 0;
      return {
        receive(_, { message }) {
          count += 1;
          if (count > 100) message.socket.destroy();
          return 200;
        },
      };
    },
    hint: ['burst'],
  },
  {
    title: 'HOOK-3 the doctor names an endpoint that answers another success',
    create: () => ({ receive: () => 204 }),
    hint: ['signed'],
  },
  {
    title: 'HOOK-2 the doctor names an endpoint that breaks off after a wrong signature',
    create: () => ({
      isAuthentic(request) {
        if (isSame(request.signature, signatureOf(request.body))) return true;
        request.message.socket.destroy();
        return false;
      },
    }),
    fault: ['forged', 'unsigned', 'keyless', 'cut', 'altered'],
  },
  ...[302, 500].map(
    (status): WrongEndpoint => ({
      title: `HOOK-2 the doctor names an endpoint that answers ${status} to a wrong signature`,
      create: () => ({
        isAuthentic: () => true,
        receive: (_, { body, signature }) => (isSame(signature, signatureOf(body)) ? 200 : status),
      }),
      fault: ['forged', 'unsigned', 'keyless', 'cut', 'altered'],
    }),
  ),
  {
    title: 'HOOK-3 the doctor names an endpoint that takes its time',
    create: () => ({}),
    hint: ['prompt'],
    limits: { promptInMs: 0 },
  },
];

const isSame = (given: string | undefined, expected: string): boolean => given?.toLowerCase() === expected;

test.each(wrongEndpoints)('$title, and nothing else', async (wrong) => {
  const { fault = [], hint = [], not_checked = [], limits } = wrong;
  const url = await startEndpoint(wrong.create());

  const examined = await examine(url, limits);

  expect(examined).toMatchObject({ fault, hint, not_checked });
});

test('each check is failed by one of these endpoints', () => {
  const failed = wrongEndpoints.flatMap(({ fault = [], hint = [] }) => [...fault, ...hint]);

  expect(checks.map(({ name }) => name).filter((name) => !failed.includes(name))).toEqual([]);
});
