import type { Finding } from './finding.ts';
import { nameOf } from './schema-places.ts';

/** Makes one finding of two that are one: an amount is not answered as it was sent, because it is answered in another unit. */
export function mergeUnits(findings: readonly Finding[]): Finding[] {
  const ofUnit = (one: Finding): boolean => one.learned?.kind === 'unit';
  const isSame = (unit: Finding, other: Finding): boolean =>
    other.part === 'contradicts' &&
    other.learned?.kind === 'rule off' &&
    other.message === 'response' &&
    other.operation === unit.operation &&
    other.count === unit.count &&
    nameOf(other.pointer ?? '') === nameOf(unit.pointer ?? '');
  const units = findings.filter(ofUnit);
  return findings.flatMap((finding) => {
    if (units.some((unit) => isSame(unit, finding))) return [];
    const contradiction = ofUnit(finding) ? findings.find((other) => isSame(finding, other)) : undefined;
    if (!contradiction) return [finding];
    const { part, rule, example } = contradiction;
    return [{ ...finding, part, ...(rule !== undefined && { rule }), ...(example && { example }) }];
  });
}
