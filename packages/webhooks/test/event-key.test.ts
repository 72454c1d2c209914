import { repeats } from '@escrow-kit/suite';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eventKey, parseEvent } from '../src/index.ts';

const keyOf = async (body: object): Promise<string> => {
  const rawBody = JSON.stringify(body);
  const event = parseEvent(rawBody);
  if (!event) throw new Error('The body does not hold an event.');
  return eventKey(event, rawBody);
};

const paid = { contractId: 'milestone-1', status: 'PAID', referenceId: 'reference-1' };

test('HOOK-7 milestone, status and transaction identify an event, whatever else it has', async () => {
  expect(await keyOf({ sentAt: 1, ...paid })).toBe('["milestone-1","PAID","reference-1"]');
});

// printf '{"status":"COMPLETED","contractId":"milestone-1"}' | sha256sum
const hashOfCompleted = 'sha256:b1d9d5c95b09c760d55295bf736096a3e827bf61a0a18ae0bc462f3776e1c0ba';

test('HOOK-7 the hash of the raw body identifies an event without a transaction', async () => {
  expect(await keyOf({ status: 'COMPLETED', contractId: 'milestone-1' })).toBe(hashOfCompleted);
  expect(await keyOf({ status: 'COMPLETED', contractId: 'milestone-2' })).not.toBe(hashOfCompleted);
});

test('HOOK-7 an event without a milestone gets a new key each time', async () => {
  const keys = await Promise.all([1, 2].map(() => keyOf({ status: 'COMPLETED', referenceId: 'reference-1' })));

  expect(keys[0]).toMatch(/^unkeyed:/);
  expect(keys[1]).not.toBe(keys[0]);
});

test('HOOK-7 a key has at most 500 characters, and still differs between events', async () => {
  const long = { ...paid, referenceId: 'r'.repeat(10_000) };

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
