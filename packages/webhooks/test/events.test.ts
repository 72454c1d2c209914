import { listWebhookRequests } from '@escrow-kit/spec';
import { createValidator } from '@escrow-kit/spec/validate';
import { repeats } from '@escrow-kit/tools';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { knownStatuses } from '../src/generated/contract-event.ts';
import { eventKey, parseEvent } from '../src/index.ts';

const violationsOf = createValidator('#/components/schemas/ContractEvent');
const examples = listWebhookRequests()[0]?.body?.examples;

test.each(Object.entries(examples ?? {}))('HOOK-1 the example "%s" of the document is an event', (_name, example) => {
  const value = 'value' in example ? example.value : undefined;

  const { contractId, ...fields } = value as Record<string, unknown>;
  expect(parseEvent(JSON.stringify(value))).toEqual({
    milestoneId: contractId,
    referenceId: undefined,
    ...fields,
    body: value,
  });
});

test.each([
  ['not JSON', 'status=PAID'],
  ['an array', '[{"status":"PAID"}]'],
  ['without a status', '{"contractId":"milestone-1","referenceId":"reference-1"}'],
  ['with a status that is not text', '{"status":["PAID"],"contractId":"milestone-1","referenceId":"reference-1"}'],
  ['with a status in its prototype', '{"__proto__":{"status":"COMPLETED"}}'],
  ['PAID without contractId', '{"status":"PAID","referenceId":"reference-1"}'],
  ['PAID with a blank contractId', '{"status":"PAID","contractId":" \\t\\u00a0","referenceId":"reference-1"}'],
  ['PAID without referenceId', '{"status":"PAID","contractId":"milestone-1"}'],
  ['PAID with a number for its contractId', '{"status":"PAID","contractId":7,"referenceId":"reference-1"}'],
  ['nested deeper than a stack', '['.repeat(200_000)],
])('HOOK-1 a body that is %s does not hold an event', (_title, rawBody) => {
  expect(parseEvent(rawBody)).toBeUndefined();
});

test('HOOK-1 a byte order mark before an event is ignored', () => {
  const body = '{"contractId":"milestone-1","status":"PAID","referenceId":"reference-1"}';

  expect(parseEvent(`\ufeff${body}`)).toEqual(parseEvent(body));
});

const paid = { contractId: 'milestone-1', referenceId: 'reference-1' };

test('HOOK-5 the statuses of the document are the known ones', () => {
  const statuses = knownStatuses.map((status) => parseEvent(JSON.stringify({ ...paid, status }))?.status);

  expect(statuses).toEqual(['PAID', 'CASHOUT_IN_PROGRESS', 'COMPLETED']);
});

test.each(['   ', 7, undefined])('HOOK-8 without PAID, the contractId %j is only in the body', (contractId) => {
  const body = { status: 'COMPLETED', ...(contractId !== undefined && { contractId }) };

  expect(parseEvent(JSON.stringify(body))).toEqual({
    status: 'COMPLETED',
    milestoneId: undefined,
    referenceId: undefined,
    body,
  });
});

test.each(['REFUNDED', 'unknown', 'toString'])('HOOK-8 the unknown status "%s" is accepted', (status) => {
  const event = parseEvent(JSON.stringify({ ...paid, status }));

  expect(event).toMatchObject({ status: 'unknown', receivedStatus: status, milestoneId: 'milestone-1' });
});

const field = fc.oneof(fc.string(), fc.jsonValue(), fc.constantFrom(...knownStatuses));
const bodies = fc.oneof(
  fc.jsonValue(),
  fc.record({ contractId: field, status: field, referenceId: field, more: field }, { requiredKeys: [] }),
);

/** The document accepts any text as contractId, but a blank one names no milestone. */
function isPaidWithoutMilestone(body: unknown): boolean {
  const { status, contractId } = (body ?? {}) as Record<string, unknown>;
  return status === 'PAID' && typeof contractId === 'string' && contractId.trim() === '';
}

test('HOOK-8 every body that the document accepts is an event, and PAID no other, except PAID with a blank contractId', () => {
  fc.assert(
    fc.property(bodies, (body) => {
      const event = parseEvent(JSON.stringify(body));

      const isAccepted = violationsOf(body).length === 0;
      if (event?.status === 'PAID') expect(isAccepted).toBe(true);
      if (!isAccepted) return;
      expect(event?.body).toEqual(isPaidWithoutMilestone(body) ? undefined : JSON.parse(JSON.stringify(body)));
    }),
    { numRuns: repeats({ test: 500, soak: 20_000 }) },
  );
});

const keyOf = async (body: object): Promise<string> => {
  const rawBody = JSON.stringify(body);
  const event = parseEvent(rawBody);
  if (!event) throw new Error('The body does not hold an event.');
  return eventKey(event, rawBody);
};

const paidBody = { contractId: 'milestone-1', status: 'PAID', referenceId: 'reference-1' };

test('HOOK-7 milestone, status and transaction identify an event, whatever else it has', async () => {
  expect(await keyOf({ sentAt: 1, ...paidBody })).toBe('["milestone-1","PAID","reference-1"]');
});

// printf '{"status":"COMPLETED","contractId":"milestone-1"}' | sha256sum
const hashOfCompleted = 'sha256:b1d9d5c95b09c760d55295bf736096a3e827bf61a0a18ae0bc462f3776e1c0ba';

test('HOOK-7 the hash of the raw body identifies an event without a transaction, and nothing one without a milestone', async () => {
  const nameless = { status: 'COMPLETED', referenceId: 'reference-1' };

  expect(await keyOf({ status: 'COMPLETED', contractId: 'milestone-1' })).toBe(hashOfCompleted);
  expect(await keyOf({ status: 'COMPLETED', contractId: 'milestone-2' })).not.toBe(hashOfCompleted);
  expect(await keyOf(nameless)).toMatch(/^unkeyed:/);
  expect(await keyOf(nameless)).not.toBe(await keyOf(nameless));
});

test('HOOK-7 a key has at most 500 characters, and still differs between events', async () => {
  const long = { ...paidBody, referenceId: 'r'.repeat(10_000) };

  const [one, other] = [await keyOf(long), await keyOf({ ...long, contractId: 'milestone-2' })];

  expect(one).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(other).not.toBe(one);
});

test('HOOK-7 keys are equal only if milestone, status and transaction are', async () => {
  const characters = fc.array(fc.integer({ min: 0, max: 0x10_ff_ff }), { maxLength: 3 });
  const part = fc.oneof(
    fc.constantFrom('a', 'b', '"', ',', '","'),
    characters.map((codes) => String.fromCodePoint(...codes)),
  );
  // An empty id is no milestone: such an event gets a new key each time.
  const milestone = part.filter((text) => text !== '');
  const parts = fc.tuple(milestone, part, part);
  await fc.assert(
    fc.asyncProperty(parts, parts, async (one, other) => {
      const [oneKey, otherKey] = await Promise.all(
        [one, other].map(([contractId, status, referenceId]) => keyOf({ contractId, status, referenceId })),
      );

      expect(oneKey === otherKey).toBe(JSON.stringify(one) === JSON.stringify(other));
    }),
    { numRuns: repeats({ test: 500, soak: 10_000 }) },
  );
});
