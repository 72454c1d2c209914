import { distance } from 'fastest-levenshtein';
import type { Finding } from './finding.ts';
import { fieldOf, nameOf, parentOf, type SchemaPlaces } from './schema-places.ts';

/**
 * Makes one finding of two that are one: a required field that is missing, and a field that the document does not have, of the same
 * type, which came wherever the other was missing.
 */
export function mergeRenamed(findings: readonly Finding[], places: SchemaPlaces): Finding[] {
  const merged = new Map<Finding, Finding>();
  const gone = new Set<Finding>();
  for (const missing of findings) {
    if (missing.learned?.kind !== 'optional' || missing.pointer === undefined) continue;
    const found = findNewName(
      missing,
      findings.filter((one) => !gone.has(one)),
      places,
    );
    if (found?.learned?.kind !== 'field') continue;
    gone.add(found);
    merged.set(missing, {
      ...missing,
      subject: 'name',
      text: `${missing.operation} calls ${fieldOf(missing.pointer)} ${nameOf(found.pointer ?? '')}.`,
      learned: { kind: 'renamed', to: nameOf(found.pointer ?? ''), schema: found.learned.schema },
    });
  }
  return findings.filter((one) => !gone.has(one)).map((one) => merged.get(one) ?? one);
}

function findNewName(missing: Finding, findings: readonly Finding[], places: SchemaPlaces): Finding | undefined {
  const { operation = '', message = 'response', pointer = '', status } = missing;
  const types = new Set(
    places
      .find({ operation, message, status }, pointer)
      .at(-1)
      ?.map(({ schema }) => schema.type),
  );
  const candidates = findings.filter(
    (one) =>
      one.learned?.kind === 'field' &&
      one.operation === operation &&
      one.message === message &&
      one.eventStatus === missing.eventStatus &&
      (status === undefined || one.status === status) &&
      parentOf(one.pointer ?? '') === parentOf(pointer) &&
      one.count === missing.count &&
      (types.has(one.learned.schema.type) || (types.has('number') && one.learned.schema.type === 'integer')),
  );
  const [best, second] = candidates
    .map((one) => ({ one, likeness: likenessOf(nameOf(one.pointer ?? ''), nameOf(pointer)) }))
    .toSorted((one, other) => other.likeness - one.likeness);
  // Several that are as like as each other decide nothing.
  return best && best.likeness > 0 && best.likeness > (second?.likeness ?? 0) ? best.one : undefined;
}

/** From 0 for names with little in common to 1 for the same name. Case and what joins words do not count. */
function likenessOf(one: string, other: string): number {
  const [first, second] = [one, other].map((name) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')) as [
    string,
    string,
  ];
  if (first.includes(second) || second.includes(first)) return 0.9;
  const likeness = 1 - distance(first, second) / Math.max(first.length, second.length);
  return likeness >= 0.5 ? likeness : 0;
}
