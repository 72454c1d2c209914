import { listWebhookRequests } from '@escrow-kit/spec';
import { createValidator } from '@escrow-kit/spec/validate';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { knownStatuses } from '../src/generated/contract-event.ts';
import { parseEvent } from '../src/index.ts';

const violationsOf = createValidator('#/components/schemas/ContractEvent');
const examples = listWebhookRequests()[0]?.body?.examples;

test('HOOK-1 the milestone id of an event is contractId on the wire', () => {
  const event = parseEvent('{"contractId":"milestone-1","status":"PAID","referenceId":"reference-1"}');

  expect(event).toMatchObject({ status: 'PAID', milestoneId: 'milestone-1', referenceId: 'reference-1' });
  expect(event).not.toHaveProperty('contractId');
});

test.each(Object.entries(examples ?? {}))('HOOK-1 the example "%s" of the document is an event', (_name, example) => {
  const value = 'value' in example ? example.value : undefined;

  expect(parseEvent(JSON.stringify(value))).toMatchObject({ body: value });
});

test.each([
  ['not JSON', 'status=PAID'],
  ['cut off', '{"status":"PAID"'],
  ['empty', ''],
  ['null', 'null'],
  ['a text', '"PAID"'],
  ['a number', '7'],
  ['an array', '[{"status":"PAID"}]'],
  ['without a status', '{"contractId":"milestone-1","referenceId":"reference-1"}'],
  ['with a status that is not text', '{"status":["PAID"],"contractId":"milestone-1","referenceId":"reference-1"}'],
  ['with a status in its prototype', '{"__proto__":{"status":"COMPLETED"}}'],
  ['PAID without contractId', '{"status":"PAID","referenceId":"reference-1"}'],
  ['PAID with an empty contractId', '{"status":"PAID","contractId":"","referenceId":"reference-1"}'],
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

test.each(['', '   '])('HOOK-8 the contractId "%s" counts as missing', (contractId) => {
  const event = parseEvent(JSON.stringify({ status: 'COMPLETED', contractId }));

  expect(event).toMatchObject({ status: 'COMPLETED', milestoneId: undefined, body: { contractId } });
});

test('HOOK-5 the statuses of the document are the known ones', () => {
  const statuses = knownStatuses.map((status) => parseEvent(JSON.stringify({ ...paid, status }))?.status);

  expect(statuses).toEqual(['PAID', 'CASHOUT_IN_PROGRESS', 'COMPLETED']);
});

const paid = { contractId: 'milestone-1', referenceId: 'reference-1' };

test.each(['CASHOUT_IN_PROGRESS', 'COMPLETED'])('HOOK-8 %s needs only a status', (status) => {
  const event = parseEvent(JSON.stringify({ status }));

  expect(event).toEqual({ status, milestoneId: undefined, referenceId: undefined, body: { status } });
});

test('HOOK-8 without PAID, a field that is not text is only in the body', () => {
  const event = parseEvent('{"status":"COMPLETED","contractId":7}');

  expect(event).toMatchObject({ status: 'COMPLETED', milestoneId: undefined, body: { contractId: 7 } });
});

test.each(['REFUNDED', 'paid', '', 'unknown', 'toString'])('HOOK-8 the unknown status "%s" is accepted', (status) => {
  const event = parseEvent(JSON.stringify({ ...paid, status }));

  expect(event).toMatchObject({ status: 'unknown', receivedStatus: status, milestoneId: 'milestone-1' });
});

test('HOOK-8 unknown fields stay in the body', () => {
  const body = { ...paid, status: 'PAID', amount: 12.5, fees: [{ kind: 'service' }] };

  expect(parseEvent(JSON.stringify(body))?.body).toEqual(body);
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

test('HOOK-8 every body that the document accepts is an event, except PAID with a blank contractId', () => {
  fc.assert(
    fc.property(bodies, (body) => {
      const event = parseEvent(JSON.stringify(body));

      if (violationsOf(body).length > 0) return;
      expect(event?.body).toEqual(isPaidWithoutMilestone(body) ? undefined : JSON.parse(JSON.stringify(body)));
    }),
    { numRuns: 2_000 },
  );
});

test('HOOK-1 a PAID event is one that the document accepts', () => {
  fc.assert(
    fc.property(bodies, (body) => {
      if (parseEvent(JSON.stringify(body))?.status === 'PAID') expect(violationsOf(body)).toEqual([]);
    }),
    { numRuns: 2_000 },
  );
});
