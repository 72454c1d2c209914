import type { Basis } from '@escrow-kit/spec';
import type { Interaction } from '../pacts/pact-document.ts';
import { basisOf, type CheckBasis, rulesOf } from '../pacts/rules-of.ts';

/** Separates the descriptions of merged interactions. */
const separator = '; ';

/** The descriptions that the description of a merged interaction consists of. */
export const splitDescription = (description: string): string[] => description.split(separator);

/**
 * Merges interactions with the same states and request into one that expects what all of them expect. Its description lists
 * theirs. Those that contradict one another, such as in a matcher, stay apart.
 */
export function mergeInteractions(interactions: readonly Interaction[]): Interaction[] {
  const merged: Interaction[] = [];
  for (const interaction of interactions) {
    const index = merged.findIndex(
      (one) => isSameRequest(one, interaction) && agree(partsOf(one), partsOf(interaction)),
    );
    const found = merged[index];
    if (found) merged[index] = merge(found, interaction);
    else merged.push(interaction);
  }
  return merged;
}

function isSameRequest(one: Interaction, other: Interaction): boolean {
  const keyOf = ({ type, providerStates, request }: Interaction) => JSON.stringify([type, providerStates, request]);
  return keyOf(one) === keyOf(other);
}

/** Everything that is not a name of the interaction. */
function partsOf({ description: _, comments: __, ...parts }: Interaction): object {
  return parts;
}

function merge(one: Interaction, other: Interaction): Interaction {
  const references = one.comments?.references;
  const kit = {
    basis: weakest(basisOf(one), basisOf(other)),
    rules: [...new Set([...rulesOf(one), ...rulesOf(other)])].join(' '),
  };
  return {
    ...(unite(partsOf(one), partsOf(other)) as Interaction),
    description: `${one.description}${separator}${other.description}`,
    comments: { references: { ...references, 'escrow-kit': kit } },
  };
}

function weakest(...given: CheckBasis[]): Basis {
  const bases = ['assumed', 'implied', 'stated'] as const;
  return bases.find((basis) => given.includes(basis)) ?? 'assumed';
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Whether two values are equal wherever both have a member. Lists agree only if they have the same length. */
function agree(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return one === other;
  if (Array.isArray(one) && Array.isArray(other) && one.length !== other.length) return false;
  return Object.keys(one).every((key) => !Object.hasOwn(other, key) || agree(one[key], other[key]));
}

/** The members of both. */
function unite(one: unknown, other: unknown): unknown {
  if (!isObject(one) || !isObject(other)) return other;
  if (Array.isArray(one)) return one.map((value, index) => unite(value, other[index]));
  const shared = Object.keys(other).map((key) => [key, key in one ? unite(one[key], other[key]) : other[key]]);
  return { ...one, ...Object.fromEntries(shared) };
}
