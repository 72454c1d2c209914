import { inspect } from 'node:util';
import { operations } from '@escrow-kit/spec';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deployment } from '../src/generated/service.ts';
import { createEscrowClient, createLogObserver, type EscrowClient, EscrowError } from '../src/index.ts';
import { customerToOnboard } from './flows/inputs.ts';
import { callOperation, RefusedByHost } from './support/call-operation.ts';
import { documentCalls } from './support/document-calls.ts';
import { printsOf } from './support/prints-of.ts';

/** The mark in every secret of an answer, and in what a refusal repeats. It is not a word, so no message may show a part of it. */
const markOfSecrets = 'x9k2q7m4w8z1v6t3';
const clientSecrets = { clientSecret: 'q8w7e6r5-client', token: 'z1x2c3v4-token' };
const personal = [customerToOnboard.bankAccount?.nationalId ?? '', customerToOnboard.bankAccount?.iban ?? ''];

/** The secrets that a text shows: those of the client, of its answers, and personal data. */
const leaksIn = (text: string): string[] =>
  [markOfSecrets.slice(0, 10), markOfSecrets.slice(-10), ...Object.values(clientSecrets), ...personal].filter(
    (secret) => text.includes(secret),
  );

/** An example with its secrets marked. A refusal also repeats the mark in its prose. */
function marked(example: unknown): unknown {
  if (Array.isArray(example)) return example.map(marked);
  if (typeof example !== 'object' || example === null) return example;
  const entries = Object.entries(example).map(([name, value]) => {
    if ((deployment.secretFields as readonly string[]).includes(name)) return [name, markOfSecrets];
    return [name, name === 'message' ? `${value} ${markOfSecrets}` : marked(value)];
  });
  return Object.fromEntries(entries);
}

/** Placeholders for numbers that no JavaScript value can represent, and for nested lists. */
const placeholders = ['@1e999', '@9007199254740993', '@1e-400', `@${'['.repeat(101)}${']'.repeat(101)}`];

const junk = fc.constantFrom<unknown>(
  ...[null, true, 0, -1, 1.5, '', ' ', 'x', 'payment:other', [], {}, [[]], [null], { toString: 1 }],
  ...['https://evil.test/external/abc', 'http://127.0.0.1/external/a%20b', '\u202e', '\u0000', '\ud800', 'data'],
  ...['y'.repeat(1_200_000), ...placeholders],
);

/** An attacker's changes to an answer: of values, counted from the outside in, of its text, its status and its headers. */
const mutation = fc.record({
  status: fc.oneof(fc.constant(0), fc.integer({ min: 200, max: 599 })),
  edits: fc.array(fc.record({ at: fc.nat({ max: 40 }), value: fc.option(junk) }), { maxLength: 3 }),
  cutAt: fc.option(fc.nat({ max: 400 }), { freq: 4, nil: undefined }),
  encoding: fc.oneof({ weight: 5, arbitrary: fc.constant('utf8' as const) }, fc.constantFrom('utf16le', 'latin1')),
  headers: fc.record(
    {
      'content-type': fc.constantFrom('application/json', 'text/html', 'application/json; charset=utf-16', 'x'),
      'content-length': fc.constantFrom('0', '-1', '99999999999'),
      'retry-after': fc.constantFrom('0', '-5', '0x7', '1e3', '99999999999999999999'),
      location: fc.constantFrom('https://evil.test/', 'javascript:alert(1)', '//'),
    },
    { requiredKeys: [] },
  ),
});
type Mutation = typeof mutation extends fc.Arbitrary<infer Value> ? Value : never;

/** The mutated answer. */
function mutate(answer: { status: number; example: unknown }, change: Mutation): Response {
  const root: Record<string, unknown> = { answer: structuredClone(answer.example) };
  for (const { at, value } of change.edits) {
    const places = placesIn(root);
    const place = places[at % places.length];
    if (place && value !== null) place.parent[place.name] = structuredClone(value);
    else if (place && place.parent !== root) delete place.parent[place.name];
  }
  const text = (JSON.stringify(root['answer']) ?? '').replaceAll(/"@([^"]+)"/g, '$1').slice(0, change.cutAt);
  const status = change.status || answer.status;
  const body = [204, 205, 304].includes(status) ? null : Uint8Array.from(Buffer.from(text, change.encoding as 'utf8'));
  return new Response(body, { status, headers: change.headers });
}

/** The paths of all values, from the outside in. */
function placesIn(root: Record<string, unknown>): { parent: Record<string, unknown>; name: string }[] {
  const places: ReturnType<typeof placesIn> = [];
  const open = [root];
  for (let parent = open.shift(); parent; parent = open.shift()) {
    for (const [name, value] of Object.entries(parent)) {
      places.push({ parent, name });
      if (typeof value === 'object' && value !== null) open.push(value as Record<string, unknown>);
    }
  }
  return places;
}

/** A client with a secret of each kind, and its log. It retries without delay. */
function createAttackedClient(fetch: (request: Request) => Promise<Response>) {
  const lines: string[] = [];
  const log = (message: string, fields: object) => void lines.push(printsOf([message, fields]));
  const { token, clientSecret } = clientSecrets;
  const escrow = createEscrowClient({
    baseUrl: 'https://service.example',
    clientId: 'client',
    clientSecret,
    tokens: { organization: token, clientAdmin: token, apiKey: token, legacyUser: token, legacyApp: token },
    retry: { max: 2, baseDelayInMs: 0 },
    observer: createLogObserver({ debug: log, warn: log }),
    fetch,
  });
  return { escrow, log: () => lines.join('\n') };
}

/** Each documented answer to each documented call. */
const exchanges = documentCalls.flatMap((call) => {
  const responses = Object.entries(operations.find(({ id }) => id === call.operationId)?.responses ?? {});
  const answers = responses.flatMap(([status, { content }]) =>
    Object.values(content?.['application/json']?.examples ?? {}).map(({ value }) => ({
      status: Number(status),
      example: marked(value),
    })),
  );
  return [...answers, { status: 200, example: {} }].map((answer) => ({ call, answer }));
});

/** The calls of resources that read their answers. */
const readers: ((escrow: EscrowClient) => Promise<unknown>)[] = [
  (escrow) => escrow.payments.start({ milestoneId: 'm-1', redirectUrl: 'https://shop.example/' }),
  (escrow) => escrow.payments.requestTicket({ shortId: 'aB3xK9' as never, buyerPhone: '+966500000001' }),
  (escrow) => escrow.customers.register({ phoneNumber: '+966500000001' }),
];

test('LIMIT-1 whatever the answer, a call ends with a result or an EscrowError that shows no secret', async () => {
  const plan = fc.record({ exchange: fc.constantFrom(...exchanges), way: fc.nat({ max: 5 }), change: mutation });
  await fc.assert(
    fc.asyncProperty(plan, async ({ exchange: { call, answer }, way, change }) => {
      let requests = 0;
      const { escrow, log } = createAttackedClient(async () => {
        requests++;
        return mutate(answer, change);
      });
      const send = readers[way] ?? (() => callOperation(escrow, call.operationId, call, { checks: 'none' }));

      const { result, error } = await send(escrow).then(
        (result) => ({ result, error: undefined }),
        (error: unknown) => ({ result: undefined, error }),
      );

      // A typed client returns a refusal unchanged.
      if (error !== undefined && !(error instanceof RefusedByHost)) {
        expect(error).toBeInstanceOf(EscrowError);
        expect(leaksIn(printsOf(error))).toEqual([]);
      }
      // Under another field name, or in prose, nobody can recognize a secret.
      if (way in readers && change.cutAt === undefined && answer.status < 300) {
        expect(leaksIn(inspect(result, { depth: null, showHidden: true }) + JSON.stringify(result))).toEqual([]);
      }
      expect(leaksIn(log())).toEqual([]);
      if ((change.status || answer.status) < 400) expect(requests).toBe(1);
    }),
    { numRuns: 40_000 },
  );
});
