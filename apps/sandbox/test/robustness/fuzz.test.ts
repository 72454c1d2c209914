import { getOperation, type OperationId, operations, type ServiceOperation } from '@escrow-kit/spec';
import { isSoak, repeats } from '@escrow-kit/suite';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../src/index.ts';
import { anyText, anyUrl, arbitraryOfSchema, knownOr, mutated } from '../support/arbitraries.ts';
import {
  createMilestone,
  createReadyMilestone,
  parentRequest,
  registerCustomer,
  shortIdOf,
  startPayment,
} from '../support/escrow-steps.ts';
import { type Answer, type CallParts, send } from '../support/service-api.ts';
import { startedService } from '../support/started-sandbox.ts';

/** Random requests of each kind for each operation. */
const numRuns = repeats({ test: 1, soak: 30 });

const withBody = operations.filter(({ mediaType }) => mediaType !== undefined);

describe('random calls', () => {
  const started = startedService();
  let known: Known;

  beforeAll(async () => {
    const { sandbox } = started();
    await sandbox.control.changeSettings({ usersApiRequestsPerMinute: 1_000_000 });
    known = await createKnown(sandbox);
  });

  const answerAll = (id: OperationId, parts: fc.Arbitrary<CallParts>) =>
    fc.assert(
      fc.asyncProperty(parts, async (some) => expectNoDefect(id, await send(started().sandbox, id, some))),
      { numRuns },
    );
  const bodyOf = (id: OperationId) => arbitraryBody(id, () => known);

  describe.each(operations)('$id', (operation) => {
    const { id, method, mediaType } = operation;

    test('a request that the document accepts never causes an internal error', async () => {
      await answerAll(
        id,
        arbitraryParts(operation, () => known, bodyOf(id)),
      );
    });

    if (mediaType !== undefined) {
      test('a request with one changed part never causes an internal error', async () => {
        await answerAll(
          id,
          arbitraryParts(operation, () => known, mutated(bodyOf(id))),
        );
      });
    }

    test('junk is refused or ignored', async () => {
      const junk = fc.oneof(
        anyText({ minLength: 1, maxLength: 1000 }),
        fc.uint8Array({ minLength: 1, maxLength: 1000 }).map((bytes) => new Uint8Array(bytes)),
        fc.json(),
      );
      const parts = fc.tuple(junk, fc.string({ minLength: 1 })).map(([rawBody, text]) => {
        const path = Object.fromEntries(placeholdersOf(operation).map((name) => [name, text]));
        return method === 'GET' ? { path } : { path, rawBody };
      });
      await answerAll(id, parts);
    });
  });

  test('the sandbox still works', async () => {
    const { status } = await send(started().sandbox, 'createContract', { body: parentRequest() });

    expect(status).toBe(200);
  });
});

describe('a million bytes of junk', () => {
  const started = startedService();
  const junk = ['x'.repeat(1_000_000), `{"a":"${'\\u0061'.repeat(166_000)}"}`, '&'.repeat(1_000_000)];
  /** One kind of junk for each operation, in turn, in `npm test`; all of them in `pnpm soak`. */
  const sent = withBody.map(({ id }, index) => ({
    id,
    bodies: isSoak ? junk : junk.slice(index % junk.length).slice(0, 1),
  }));

  test.each(sent)('$id refuses or ignores them', async ({ id, bodies }) => {
    for (const rawBody of bodies) expectNoDefect(id, await send(started().sandbox, id, { rawBody }));
  });
});

/** No 5xx except the documented one: start payment's, without a body (PAY-4). */
function expectNoDefect(id: OperationId, { status, text }: Answer): void {
  if (id === 'startPayment' && status === 500) expect(text).toBe('');
  else expect(status, text).toBeLessThan(500);
}

/** Existing users, ids and credentials, for use in requests. */
interface Known {
  texts: string[];
  /** By the name of the placeholder; some names mean different things. */
  ids: Record<string, string[]>;
  client: { client_id: string; client_secret: string };
}

async function createKnown(sandbox: Sandbox): Promise<Known> {
  const phone = '+966511111111';
  const userId = String(await registerCustomer(sandbox, phone));
  const [fresh, ready] = [await createMilestone(sandbox), await createReadyMilestone(sandbox)];
  const linked = await send(sandbox, 'linkUser', { body: { email: 'a@shop.example', phone, name: 'A' } });
  const checkout = await startPayment(sandbox, ready);
  const records = await Promise.all(
    (['createGenericContract', 'createPayment', 'createWebhook'] as const).map((id) => send(sandbox, id)),
  );
  const { clientId, clientSecret } = sandbox.credentials;
  const shortId = shortIdOf(checkout.body.data);
  return {
    client: { client_id: clientId, client_secret: clientSecret },
    texts: ['\0', phone, ready.buyerPhone, fresh.milestoneId, clientId, clientSecret, `payment:${shortId}`],
    ids: {
      serviceUserId: [userId],
      userId: [userId, linked.body.data.user_id],
      contractId: [fresh.contractId],
      milestoneId: [ready.milestoneId, fresh.milestoneId],
      clientId: [clientId],
      id: [userId, ...records.map(({ body }) => body.data.id)],
    },
  };
}

function arbitraryParts(
  operation: ServiceOperation,
  known: () => Known,
  body: fc.Arbitrary<unknown>,
): fc.Arbitrary<CallParts> {
  const anyId = fc.oneof(fc.string({ unit: 'grapheme', minLength: 1 }), fc.bigInt().map(String));
  const ids = placeholdersOf(operation).map((name) => [name, knownOr(anyId, () => known().ids[name] ?? [])]);
  const query = fc.record({ redirectUrl: fc.oneof(anyUrl, fc.string()), paymentType: fc.string() });
  return fc.record({
    path: fc.record(Object.fromEntries(ids) as Record<string, fc.Arbitrary<string>>),
    ...(operation.id === 'startPayment' && { query }),
    ...(operation.mediaType !== undefined && { body }),
  });
}

function placeholdersOf({ parameters }: ServiceOperation): string[] {
  return parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
}

function arbitraryBody(id: OperationId, known: () => Known): fc.Arbitrary<unknown> {
  const body = arbitraryOfSchema(getOperation(id).body?.schema ?? {}, () => known().texts);
  // A random value would never be the client secret.
  return id === 'requestTicket' ? body.map((form) => ({ ...(form as object), ...known().client })) : body;
}
