import { nameOf } from '../pointer.ts';
import { findRenamed } from './find-renamed.ts';
import { type Finding, isOfKind, ofKind } from './finding.ts';
import type { SchemaPlaces } from './schema-places.ts';

/** Tells once what several findings tell. */
export const mergeFindings = (findings: readonly Finding[], places: SchemaPlaces): Finding[] =>
  claimLogins(withoutRepeatedSignature(mergeUnits(findRenamed(findings, places))));

/** Makes one finding of two that are one: an amount is not answered as it was sent, because it is answered in another unit. */
function mergeUnits(findings: readonly Finding[]): Finding[] {
  const isSame = (unit: Finding, other: Finding): boolean =>
    other.part === 'contradicts' &&
    isOfKind(other, 'rule off') &&
    other.message === 'response' &&
    other.operation === unit.operation &&
    other.count === unit.count &&
    nameOf(other.pointer ?? '') === nameOf(unit.pointer ?? '');
  const units = ofKind(findings, 'unit');
  return findings
    .filter((finding) => !units.some((unit) => isSame(unit, finding)))
    .map((finding) => {
      const contradiction = isOfKind(finding, 'unit') ? findings.find((other) => isSame(finding, other)) : undefined;
      if (!contradiction) return finding;
      const { part, rule, example } = contradiction;
      return { ...finding, part, rule, example };
    });
}

/** Where signatures have another form, or are none, it is told once: no value of them can be right. */
function withoutRepeatedSignature(findings: readonly Finding[]): readonly Finding[] {
  const isOtherForm = findings.some(({ subject }) => subject === 'signature');
  return isOtherForm ? findings.filter(({ rule, subject }) => rule !== 'HOOK-2' || subject !== 'header') : findings;
}

/** A login that was seen once or twice is claimed if calls with its tokens are: those show as well that it is there. */
function claimLogins(findings: readonly Finding[]): Finding[] {
  const claimed = ofKind(findings, 'token source').filter(({ certainty }) => certainty !== 'seen');
  const logins = new Set(claimed.map(({ operation }) => operation));
  const isLogin = ({ subject, operation, certainty }: Finding): boolean =>
    subject === 'operation' && certainty === 'seen' && logins.has(operation);
  return findings.map((finding) => {
    if (!isLogin(finding)) return finding;
    const text = `${finding.text.replace(/\.$/, '')}, and takes the tokens that it gives.`;
    return { ...finding, text, certainty: 'likely' };
  });
}
