import { operations, type ServiceOperation } from '@escrow-kit/spec';
import fc from 'fast-check';
import { acceptedBy, type SentToken, tokenNames } from '../deployment/credentials.ts';
import type { Change } from './change.ts';
import { listChanges } from './list-changes.ts';

/** A request of an operation: its sample, with changes and perhaps another token. */
export interface GeneratedCase {
  changes: readonly Change[];
  /** `own` is the one that the operation takes. */
  token: SentToken | 'own';
}

/** An operation with its requests. */
export interface ExploredOperation {
  operation: ServiceOperation;
  cases: fc.Arbitrary<GeneratedCase>;
}

/** The most changes of one request. With more, one would hide the others. A request with another token has at most one. */
const mostChanges = 3;

/** An operation gets one more turn for each of so many kinds of change. */
const changesATurn = 20;

/** The operations whose requests are shown, in turn. One with more fields has more turns. */
const turns: readonly ExploredOperation[] = operations
  .filter(({ definition }) => !/\b(shape|body)\b/i.test(definition['x-not-shown'] ?? ''))
  .flatMap((operation) => {
    const changes = listChanges(operation);
    const explored = { operation, cases: casesOf(operation, changes) };
    return Array.from({ length: 1 + Math.floor(changes.length / changesATurn) }, () => explored);
  });

/** The ids of the operations whose requests are generated. */
export const exploredOperations: readonly string[] = [...new Set(turns.map(({ operation }) => operation.id))];

function casesOf(
  operation: ServiceOperation,
  changes: fc.MaybeWeightedArbitrary<Change>[],
): fc.Arbitrary<GeneratedCase> {
  // Shrinking goes through the fields in this order: it removes changes before it tries simpler values.
  return fc
    .record({
      isOwn: fc.integer({ min: 0, max: 4 }).map((number) => number < 4),
      areMade: fc.array(fc.boolean(), { minLength: mostChanges, maxLength: mostChanges }),
      token: fc.constantFrom(...otherTokens(operation)),
      made: fc.array(changes.length === 0 ? fc.constant(undefined) : fc.oneof(...changes), {
        minLength: mostChanges,
        maxLength: mostChanges,
      }),
    })
    .map(({ isOwn, areMade, token, made }) => ({
      token: isOwn ? 'own' : token,
      changes: made.filter(
        (change, index) => change !== undefined && areMade[index] && (isOwn || index === 0),
      ) as Change[],
    }));
}

function otherTokens(operation: ServiceOperation): GeneratedCase['token'][] {
  const own = acceptedBy(operation);
  return own.length === 0 ? ['own'] : ['none', 'unknown', ...tokenNames.filter((name) => !own.includes(name))];
}

/** Spreads seeds, because neighbouring ones would generate alike (2 to the 32nd, divided by the golden ratio). */
const spread = 2_654_435_769;

/** The turn of a seed, and the seed of its request. The same for every run. */
export function turnOf(seed: number): { turn: ExploredOperation; requestSeed: number } {
  const turn = turns[seed % turns.length];
  if (!turn) throw new Error(`${seed} is not a seed.`);
  return { turn, requestSeed: Math.imul(seed, spread) };
}
