import { inspect } from 'node:util';
import { repeats } from '@escrow-kit/suite';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deployment } from '../src/generated/service.ts';
import { type EscrowClient, EscrowError, isEscrowError } from '../src/index.ts';
import { createFakeService, type TrueResolution } from './flows/fake-service.ts';
import { contractToOpen, customerToOnboard } from './flows/inputs.ts';
import { createRecordingJournal } from './flows/recording-journal.ts';
import { createAttackedClient, type ExampleAnswer, examplesOf, leaksIn } from './support/attacked-client.ts';
import { callOperation, RefusedByHost } from './support/call-operation.ts';
import { type DocumentCall, documentCalls } from './support/document-calls.ts';
import { marked, mutate, mutation } from './support/mutated-answer.ts';
import { bytesOnTheWire, startRawServer, wireMutation } from './support/mutated-wire.ts';
import { printsOf } from './support/prints-of.ts';

// Together 100,000 answers in `pnpm soak`.
const callRuns = repeats({ test: 200, soak: 80_000 });
const connectionRuns = repeats({ test: 40, soak: 10_000 });
const flowRuns = repeats({ test: 25, soak: 10_000 });

/** Far less than storing the answers would take: 100,000 of them are several gigabytes. */
const mostGrowthInBytes = 400e6;
let bytesAtRest: number;
beforeAll(() => {
  bytesAtRest = process.memoryUsage.rss();
});
afterAll(() => {
  expect(process.memoryUsage.rss() - bytesAtRest).toBeLessThan(mostGrowthInBytes);
});

/** The calls of resources that read their answers, besides `call` and `raw`. */
const readers: ((escrow: EscrowClient) => Promise<unknown>)[] = [
  (escrow) => escrow.payments.start({ milestoneId: 'm-1', redirectUrl: 'https://shop.example/' }),
  (escrow) => escrow.payments.requestTicket({ shortId: 'aB3xK9' as never, buyerPhone: '+966500000001' }),
  (escrow) => escrow.customers.register({ phoneNumber: '+966500000001' }),
];

test('LIMIT-1 whatever the answer, a call ends with a result or an EscrowError that shows no secret', async () => {
  const plan = fc.record({ call: fc.nat(), way: fc.nat({ max: 3 }), example: fc.nat(), change: mutation });
  await fc.assert(
    fc.asyncProperty(plan, async ({ call, way, example, change }) => {
      const chosen = documentCalls[call % documentCalls.length] as DocumentCall;
      const examples = examplesOf(chosen);
      const answer = examples[example % examples.length] as ExampleAnswer;
      let requests = 0;
      const fetch = async () => {
        requests++;
        return mutate(answer, change);
      };
      const { escrow, log } = createAttackedClient({ fetch });
      const { operationId, path, query, body } = chosen;
      const send =
        readers[way] ?? (() => callOperation(escrow, operationId, { path, query, body }, { checks: 'none' }));

      const end = await send(escrow).then(
        (result) => ({ result }),
        (error: unknown) => ({ error }),
      );

      if ('error' in end && end.error instanceof RefusedByHost) {
        // A typed client returns a refusal unchanged.
      } else if ('error' in end) {
        expect(end.error).toBeInstanceOf(EscrowError);
        expect(leaksIn(printsOf(end.error))).toEqual([]);
      } else if (way in readers && change.textEdits.length === 0 && answer.status < 300) {
        // Under another field name, or in prose, nobody can recognize a secret.
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

test('LIMIT-1 whatever bytes a connection carries, a call ends with a result or an EscrowError, and no write is sent twice', async () => {
  const server = await startRawServer();
  const plan = fc.record({ call: fc.nat(), example: fc.nat(), change: mutation, wire: wireMutation });
  await fc.assert(
    fc.asyncProperty(plan, async ({ call, example, change, wire }) => {
      const chosen = documentCalls[call % documentCalls.length] as DocumentCall;
      const { operationId, path, query, body } = chosen;
      const examples = examplesOf(chosen);
      const answer = examples[example % examples.length] as ExampleAnswer;
      const baseUrl = server.answerWith(bytesOnTheWire(answer, change, wire));
      const { escrow, log } = createAttackedClient({ baseUrl, timeoutInMs: 2_000 });

      const end = await callOperation(escrow, operationId, { path, query, body }, { checks: 'none' }).then(
        () => undefined,
        (error: unknown) => error,
      );

      if (end !== undefined && !(end instanceof RefusedByHost)) {
        expect(end).toBeInstanceOf(EscrowError);
        expect(leaksIn(printsOf(end))).toEqual([]);
      }
      expect(leaksIn(log())).toEqual([]);
      const sent = change.status || answer.status;
      if (sent < 400 && !deployment.operationTable[operationId].isRepeatable) expect(server.requestCount()).toBe(1);
    }),
    { numRuns: connectionRuns },
  );
});

/** The operations that may be repeated. */
const repeatable = ['registerCustomer', 'startPayment', 'requestTicket'];

const personal = [customerToOnboard.bankAccount?.nationalId ?? '', customerToOnboard.bankAccount?.iban ?? ''];

test('LIMIT-1 whatever the answers, a flow sends nothing twice, and its journal contains no secret', async () => {
  const plan = fc.record({
    flow: fc.constantFrom('openContract' as const, 'onboardCustomer' as const, 'checkout' as const),
    request: fc.integer({ min: 1, max: 4 }),
    change: mutation,
  });
  await fc.assert(
    fc.asyncProperty(plan, async ({ flow, request: mutated, change }) => {
      const service = createFakeService();
      let requests = 0;
      const fetch = async (request: Request) => {
        requests++;
        if (requests !== mutated) return service.fetch(request);
        // A refused request is not carried out.
        const isRefused = change.status >= 400 && change.status < 500 && change.status !== 408;
        const example = isRefused ? { message: 'no' } : await (await service.fetch(request)).json();
        return mutate({ status: 200, example: marked(example) }, change);
      };
      const { escrow, log } = createAttackedClient({ fetch });
      const { journal, entries } = createRecordingJournal();

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
        expect(leaksIn(printsOf(error), personal)).toEqual([]);
        resolve = isEscrowError(error, 'step_pending') ? service.truthOf(error) : undefined;
      }

      const writes = service.carriedOut.filter((name) => !repeatable.includes(name));
      expect(writes).toEqual([...new Set(writes)]);
      expect(leaksIn(JSON.stringify(entries), personal)).toEqual([]);
      expect(leaksIn(log(), personal)).toEqual([]);
    }),
    { numRuns: flowRuns },
  );
});
