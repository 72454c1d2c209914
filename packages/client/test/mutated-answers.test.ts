import { inspect } from 'node:util';
import { operations } from '@escrow-kit/spec';
import { repeats } from '@escrow-kit/suite';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createEscrowClient,
  createLogObserver,
  type EscrowClient,
  EscrowError,
  isEscrowError,
  type Journal,
} from '../src/index.ts';
import { createMemoryJournal } from '../src/journals/memory-journal.ts';
import { createFakeService, type TrueResolution } from './flows/fake-service.ts';
import { contractToOpen, customerToOnboard } from './flows/inputs.ts';
import { callOperation, RefusedByHost } from './support/call-operation.ts';
import { type DocumentCall, documentCalls } from './support/document-calls.ts';
import { marked, markOfSecrets, mutate, mutation } from './support/mutated-answer.ts';
import { printsOf } from './support/prints-of.ts';

// Together 100,000 answers in `pnpm soak`.
const callRuns = repeats({ test: 450, soak: 90_000 });
const flowRuns = repeats({ test: 50, soak: 10_000 });

/** Far less than answers that were kept would take. */
const mostGrowthInBytes = 400e6;
let bytesAtRest: number;
beforeAll(() => {
  bytesAtRest = process.memoryUsage.rss();
});
afterAll(() => {
  expect(process.memoryUsage.rss() - bytesAtRest).toBeLessThan(mostGrowthInBytes);
});

const secrets = {
  clientSecret: 'q8w7e6r5-client',
  token: 'z1x2c3v4-token',
  nationalId: customerToOnboard.bankAccount?.nationalId ?? '',
  iban: customerToOnboard.bankAccount?.iban ?? '',
};

/** What a text shows that it must not. */
const leaksIn = (text: string): string[] =>
  [markOfSecrets.slice(0, 10), markOfSecrets.slice(-10), ...Object.values(secrets)].filter((secret) =>
    text.includes(secret),
  );

function createClient(fetch: (request: Request) => Promise<Response>) {
  const lines: string[] = [];
  const log = (message: string, fields: object) => void lines.push(printsOf([message, fields]));
  const escrow = createEscrowClient({
    baseUrl: 'https://service.example',
    clientId: 'client',
    clientSecret: secrets.clientSecret,
    tokens: {
      organization: secrets.token,
      clientAdmin: secrets.token,
      apiKey: secrets.token,
      legacyUser: secrets.token,
      legacyApp: secrets.token,
    },
    retry: { max: 2, baseDelayInMs: 0 },
    observer: createLogObserver({ debug: log, warn: log }),
    fetch,
  });
  return { escrow, log: () => lines.join('\n') };
}

/** The answers that the document shows for an operation, with their statuses. */
function examplesOf({ operationId }: DocumentCall): { status: number; example: unknown }[] {
  const responses = Object.entries(operations.find(({ id }) => id === operationId)?.responses ?? {});
  const examples = responses.flatMap(([status, { content }]) =>
    Object.values(content?.['application/json']?.examples ?? {}).map(({ value }) => ({
      status: Number(status),
      example: marked(value),
    })),
  );
  return [...examples, { status: 200, example: {} }];
}

/** The calls of resources whose answers are read, besides `call` and `raw`. */
const readers: ((escrow: EscrowClient) => Promise<unknown>)[] = [
  (escrow) => escrow.payments.start({ milestoneId: 'm-1', redirectUrl: 'https://shop.example/' }),
  (escrow) => escrow.payments.requestTicket({ shortId: 'aB3xK9' as never, buyerPhone: '+966500000001' }),
  (escrow) => escrow.customers.register({ phoneNumber: '+966500000001' }),
];

test('LIMIT-1 whatever a call is answered with, it ends with a result or an EscrowError that shows no secret', async () => {
  const plan = fc.record({ call: fc.nat(), way: fc.nat({ max: 3 }), example: fc.nat(), change: mutation });
  await fc.assert(
    fc.asyncProperty(plan, async ({ call, way, example, change }) => {
      const chosen = documentCalls[call % documentCalls.length] as DocumentCall;
      const examples = examplesOf(chosen);
      const answer = examples[example % examples.length] as (typeof examples)[number];
      let requests = 0;
      const { escrow, log } = createClient(async () => {
        requests++;
        return mutate(answer, change);
      });
      const { operationId, path, query, body } = chosen;
      const send =
        readers[way] ?? (() => callOperation(escrow, operationId, { path, query, body }, { checks: 'none' }));

      const end = await send(escrow).then(
        (result) => ({ result }),
        (error: unknown) => ({ error }),
      );

      if ('error' in end && end.error instanceof RefusedByHost) {
        // A typed client returns a refusal as the service sent it.
      } else if ('error' in end) {
        expect(end.error).toBeInstanceOf(EscrowError);
        expect(leaksIn(printsOf(end.error))).toEqual([]);
      } else if (way in readers && change.textEdits.length === 0 && answer.status < 300) {
        // Under another name, or in words, what was a secret is none that anybody knows.
        const prints = [inspect(end.result, { depth: null, showHidden: true }), JSON.stringify(end.result)];
        expect(leaksIn(prints.join('\n'))).toEqual([]);
      }
      expect(leaksIn(log())).toEqual([]);
      const sent = change.status || answer.status;
      if (sent < 400) expect(requests).toBe(1);
    }),
    { numRuns: callRuns },
  );
});

/** What may be sent again without harm. */
const repeatable = ['registerCustomer', 'startPayment', 'requestTicket'];

test('LIMIT-1 whatever a flow is answered with, nothing is sent twice, and its journal holds no secret', async () => {
  const plan = fc.record({
    flow: fc.constantFrom('openContract' as const, 'onboardCustomer' as const, 'checkout' as const),
    request: fc.integer({ min: 1, max: 4 }),
    change: mutation,
  });
  await fc.assert(
    fc.asyncProperty(plan, async ({ flow, request: mutated, change }) => {
      const service = createFakeService();
      let requests = 0;
      const { escrow, log } = createClient(async (request) => {
        requests++;
        if (requests !== mutated) return service.fetch(request);
        // What is refused is not carried out.
        const isRefused = change.status >= 400 && change.status < 500 && change.status !== 408;
        const example = isRefused ? { message: 'no' } : await (await service.fetch(request)).json();
        return mutate({ status: 200, example: marked(example) }, change);
      });
      const { journal, saved } = createWatchedJournal();

      let resolve: TrueResolution | undefined;
      for (let run = 1; run <= 4; run++) {
        const options = { key: 'order-1', journal, ...(resolve && { resolve }) };
        const work = {
          openContract: () => escrow.flows.openContract(contractToOpen, options),
          onboardCustomer: () => escrow.flows.onboardCustomer(customerToOnboard, options),
          checkout: () =>
            escrow.flows.checkout({
              milestoneId: 'm-1',
              buyer: '+966500000001',
              returnUrl: 'https://shop.example/',
            }),
        };
        const error = await work[flow]().then(
          () => undefined,
          (thrown: unknown) => thrown,
        );
        if (error === undefined) break;
        expect(error).toBeInstanceOf(EscrowError);
        expect(leaksIn(printsOf(error))).toEqual([]);
        resolve = isEscrowError(error, 'step_pending') ? service.truthOf(error) : undefined;
      }

      const writes = service.carriedOut.filter((name) => !repeatable.includes(name));
      expect(writes).toEqual([...new Set(writes)]);
      expect(leaksIn(saved())).toEqual([]);
      expect(leaksIn(log())).toEqual([]);
    }),
    { numRuns: flowRuns },
  );
});

/** A journal in memory, and all that was ever saved in it. */
function createWatchedJournal(): { journal: Journal; saved: () => string } {
  const inner = createMemoryJournal();
  const texts: string[] = [];
  const journal: Journal = {
    load: inner.load,
    async save(key, entry) {
      texts.push(JSON.stringify(entry));
      await inner.save(key, entry);
    },
  };
  return { journal, saved: () => texts.join('\n') };
}
