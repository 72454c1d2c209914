import { listWebhookRequests } from '@escrow-kit/spec';
import { createValidator } from '@escrow-kit/spec/validate';
import { repeats } from '@escrow-kit/suite';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { knownStatuses } from '../src/generated/contract-event.ts';
import { parseEvent } from '../src/index.ts';

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
  ['null', 'null'],
  ['a text', '"PAID"'],
  ['an array', '[{"status":"PAID"}]'],
  ['without a status', '{"contractId":"milestone-1","referenceId":"reference-1"}'],
  ['with a status that is not text', '{"status":["PAID"],"contractId":"milestone-1","referenceId":"reference-1"}'],
  ['with a status in its prototype', '{"__proto__":{"status":"COMPLETED"}}'],
  ['PAID without contractId', '{"status":"PAID","referenceId":"reference-1"}'],
  ['PAID with a blank contractId', '{"status":"PAID","contractId":" \\t\\u00a0","referenceId":"reference-1"}'],
  ['PAID after two byte order marks', '\ufeff\ufeff{"status":"PAID","contractId":"m","referenceId":"r"}'],
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

test.each(['', '   ', 7, undefined])('HOOK-8 without PAID, the contractId %j is only in the body', (contractId) => {
  const body = { status: 'COMPLETED', ...(contractId !== undefined && { contractId }) };

  expect(parseEvent(JSON.stringify(body))).toEqual({
    status: 'COMPLETED',
    milestoneId: undefined,
    referenceId: undefined,
    body,
  });
});

test.each(['REFUNDED', 'paid', '', 'unknown', 'toString'])('HOOK-8 the unknown status "%s" is accepted', (status) => {
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
