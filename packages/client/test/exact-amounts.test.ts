import { repeats } from '@escrow-kit/tools';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isEscrowError, type Party } from '../src/index.ts';
import { createObservedClient } from './support/observed-client.ts';

const phoneNumber = '+966500000011';
const numRuns = repeats({ test: 50, soak: 3000 });

/** Whether the parties are sent. Only PARTY-4a may refuse them. */
async function areSent(customers: readonly number[], others: readonly number[]): Promise<boolean> {
  const { escrow, sent } = createObservedClient({ '*': {} });
  const parties: Party[] = [
    ...customers.map((amount) => ({ phoneNumber, role: 'CUSTOMER', amount }) as const),
    ...others.map((amount, index) => ({ phoneNumber, role: index % 2 ? 'BROKER' : 'PROVIDER', amount }) as const),
  ];
  const refusal = await escrow.contracts.addParties('c-1', { 'm-1': parties }).catch((error) => error);
  if (sent.length === 1) return true;
  expect(isEscrowError(refusal, 'rule_violation')).toBe(true);
  expect(refusal).toMatchObject({ violations: [{ path: expect.stringContaining('m-1'), rule: 'PARTY-4a' }] });
  return false;
}

/** Converts a count of units of 10^-places to a number, through its decimal text only. */
function toAmount(units: bigint, places: number): number {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0');
  const text = `${digits.slice(0, digits.length - places)}.${digits.slice(digits.length - places)}0`;
  return Number(units < 0n ? `-${text}` : text);
}

/** Splits a total into one more part than there are cuts. Parts may be negative. */
function split(total: bigint, cuts: readonly bigint[]): bigint[] {
  return [...cuts, total - cuts.reduce((sum, cut) => sum + cut, 0n)];
}

// No amount has more than 15 digits, so its decimal text and its number correspond exactly.
const units = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });
const cuts = fc.array(units, { maxLength: 6 });
const aSplit = fc.record({ total: units, customerCuts: cuts, otherCuts: cuts, places: fc.integer({ min: 0, max: 9 }) });

test('PARTY-4 decimal splits of the same total are sent', async () => {
  await fc.assert(
    fc.asyncProperty(aSplit, async ({ total, customerCuts, otherCuts, places }) => {
      const toAmounts = (parts: bigint[]) => parts.map((part) => toAmount(part, places));

      const isSent = await areSent(toAmounts(split(total, customerCuts)), toAmounts(split(total, otherCuts)));

      expect(isSent).toBe(true);
    }),
    { numRuns },
  );
});

test('PARTY-4 a split that is one smallest unit off is refused', async () => {
  const change = fc.record({ isCustomer: fc.boolean(), at: fc.nat(), by: fc.constantFrom(1n, -1n) });
  await fc.assert(
    fc.asyncProperty(aSplit, change, async ({ total, customerCuts, otherCuts, places }, { isCustomer, at, by }) => {
      const customers = split(total, customerCuts);
      const others = split(total, otherCuts);
      const changed = isCustomer ? customers : others;
      const index = at % changed.length;
      changed[index] = (changed[index] ?? 0n) + by;
      const toAmounts = (parts: bigint[]) => parts.map((part) => toAmount(part, places));

      const isSent = await areSent(toAmounts(customers), toAmounts(others));

      expect(isSent).toBe(false);
    }),
    { numRuns },
  );
});

test('PARTY-4 amounts are sent exactly as given', async () => {
  await fc.assert(
    fc.asyncProperty(fc.double({ noNaN: true, noDefaultInfinity: true }), async (amount) => {
      const { escrow, sent } = createObservedClient({ '*': {} });
      const provider = { phoneNumber, role: 'PROVIDER', amount } as const;
      const customer = { phoneNumber, role: 'CUSTOMER', amount } as const;

      await escrow.contracts.addParties('c-1', { 'm-1': [customer, provider] });

      const parties = JSON.parse(sent[0]?.body ?? '{}').mileStonesParties['m-1'];
      // JSON has no negative zero.
      expect(parties.map((party: Party) => party.amount)).toEqual([amount + 0, amount + 0]);
    }),
    { numRuns },
  );
});

test.each([
  ['0.1 and 0.2 are 0.3', [0.1, 0.2], [0.3]],
  ['a ten-millionth, whose text has an exponent', [1e-7, 2e-7], [3e-7]],
  ['a number whose text has a positive exponent', [1e21, 2.5e21], [3.5e21]],
  ['the smallest number there is', [Number.MIN_VALUE], [Number.MIN_VALUE]],
  ['the largest safe integer', [Number.MAX_SAFE_INTEGER], [Number.MAX_SAFE_INTEGER - 1, 1]],
  ['negative zero', [-0], [0]],
])('PARTY-4 adds up: %s', async (_what, customers, others) => {
  expect(await areSent(customers, others)).toBe(true);
});

test.each([
  ['the sum that binary numbers give', [0.1, 0.2], [0.1 + 0.2]],
  ['a unit that is lost beside a large number', [1e21], [1e21, 1]],
  ['a fraction that is lost beside a large number', [9007199254740992], [9007199254740992, 0.5]],
  ['a small number that is lost beside a large one', [1], [1, 1e-300]],
  ['numbers that overflow together', [Number.MAX_VALUE, Number.MAX_VALUE], [Number.MAX_VALUE]],
  ['customers alone', [1], []],
])('PARTY-4 does not add up: %s', async (_what, customers, others) => {
  expect(await areSent(customers, others)).toBe(false);
});
