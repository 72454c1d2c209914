import { distance } from 'fastest-levenshtein';
import { fieldOf, nameOf, parentOf } from '../pointer.ts';
import { type Finding, type FindingOf, ofKind } from './finding.ts';
import type { SchemaPlaces } from './schema-places.ts';

/**
 * Finds fields that have another name than in the document. Makes one finding of two: a required field that is missing, and a field
 * that the document does not have, of the same type, which came wherever the other was missing.
 */
export function findRenamed(findings: readonly Finding[], places: SchemaPlaces): Finding[] {
  const merged = new Map<Finding, Finding>();
  const gone = new Set<Finding>();
  for (const missing of ofKind(findings, 'optional')) {
    if (missing.pointer === undefined) continue;
    const added = ofKind(findings, 'field').filter((one) => !gone.has(one));
    const found = findNewName(missing, added, places);
    if (!found) continue;
    const to = nameOf(found.pointer ?? '');
    const text = `${missing.operation} calls ${fieldOf(missing.pointer)} ${to}.`;
    gone.add(found);
    merged.set(missing, { ...missing, subject: 'name', text, learned: { kind: 'renamed', to } });
  }
  return findings.filter((one) => !gone.has(one)).map((one) => merged.get(one) ?? one);
}

function findNewName(
  missing: Finding,
  added: readonly FindingOf<'field'>[],
  places: SchemaPlaces,
): Finding | undefined {
  const { operation = '', message = 'response', pointer = '', status } = missing;
  const documented = places.at({ operation, message, status }, pointer);
  const types = new Set(documented.map(({ schema }) => schema.type));
  const candidates = added.filter(
    (one) =>
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
  const toPlain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const [first, second] = [toPlain(one), toPlain(other)];
  if (first.includes(second) || second.includes(first)) return 0.9;
  const likeness = 1 - distance(first, second) / Math.max(first.length, second.length);
  return likeness >= 0.5 ? likeness : 0;
}
