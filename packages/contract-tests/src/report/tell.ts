import { differenceOf, type Result, type VerifiedInteraction } from '../judge/verification.ts';
import { describeChecks, describeFinding, type Row } from './describe-cause.ts';
import type { Finding, LeftOut } from './findings.ts';
import { ownChecksOf, type Remark, type Report } from './report.ts';

/** What the text, the page and the Markdown tell of a report, in words. */
export interface Told {
  headline: string;
  /** How much was checked, in a sentence. */
  summary: string;
  findings: ToldFinding[];
  /** The checks of each own pact. */
  own: { summary: string; rows: Row[] }[];
  leftOut: string[];
  remarks: string[];
  /** The ids of the rules that held. */
  held: string[];
}

/** A rule at whose fault something is wrong, in words. */
export interface ToldFinding extends Pick<Finding, 'rule' | 'text' | 'outcome'> {
  rows: Row[];
  /** What could not be checked because of it; no line if nothing. */
  consequences: string[];
}

/** Puts a report into words. */
export function tell(report: Report): Told {
  const { result, findings, leftOut, remarks, rules } = report;
  return {
    headline: headlines[result],
    summary: summaryOf(report),
    findings: findings.map((finding) => ({
      ...finding,
      rows: describeFinding(finding),
      consequences: noteConsequences(finding),
    })),
    own: ownChecksOf(report).map((checks) => ({ summary: summaryOfOwn(checks), rows: describeChecks(checks, report) })),
    leftOut: leftOut.map(noteLeftOut),
    remarks: remarks.map(noteRemark),
    held: rules.filter(({ outcome }) => outcome === 'held').map(({ id }) => id),
  };
}

/** The result of a report, for its title. */
export const headlines: Record<Result, string> = {
  held: 'everything checked held',
  broken: 'something is broken',
  'own pact: differs': 'nothing is broken, but an own pact differs',
  incomplete: 'nothing is broken, but not everything could be tried',
  'implied: differs': 'nothing is broken, but something implied differs',
  'assumed: differs': 'nothing is broken, but something assumed differs',
  'not checkable': 'nothing was checked',
};

/** Says how much was checked, such as `36 rules held, 1 is broken, 2 differ from what is implied, 5 are not checkable.` */
function summaryOf({ rules }: Report): string {
  if (rules.length === 0) return 'Only your own pacts were checked.';
  const count = (outcome: string) => rules.filter((rule) => rule.outcome === outcome).length;
  const [held, broken, unchecked] = ['held', 'broken', 'not checkable'].map(count);
  const are = (number: number | undefined, one: string, many: string) => `${number} ${number === 1 ? one : many}`;
  return [
    `${are(held, 'rule', 'rules')} held`,
    broken === 0 ? 'none is broken' : are(broken, 'is broken', 'are broken'),
    ...(['implied', 'assumed'] as const).flatMap((basis) => {
      const different = count(differenceOf[basis]);
      return different === 0 ? [] : [`${are(different, 'differs', 'differ')} from what is ${basis}`];
    }),
    `${are(unchecked, 'is', 'are')} not checkable.`,
  ].join(', ');
}

/** Says how the checks of an own pact ended, such as `my-shop: 2 held, 1 differs`. */
export function summaryOfOwn(checks: readonly VerifiedInteraction[]): string {
  const words = { held: 'held', 'own pact: differs': 'differs', 'not checkable': 'not checkable' };
  const counts = Object.entries(words).flatMap(([outcome, word]) => {
    const { length } = checks.filter((check) => check.outcome === outcome);
    return length === 0 ? [] : [`${length} ${word}`];
  });
  return `${checks[0]?.consumer}: ${counts.join(', ')}`;
}

/** Says in a line what could not be checked because of a finding; no line if nothing. */
export function noteConsequences({ consequences: { checks, rules } }: Finding): string[] {
  if (checks === 0 && rules.length === 0) return [];
  const made = checks > 0 ? [`${countOf(checks)} could not be made`] : [];
  return [`because of this, ${[...made, ...noteRules({ rules })].join('; ')}`];
}

/** Says what was left out and why, such as `--api-key is not given: 12 checks left out; not checkable: UAPI-1, UAPI-2`. */
function noteLeftOut({ reason, checks, ...rules }: LeftOut): string {
  return `${reason}: ${[`${countOf(checks)} left out`, ...noteRules(rules)].join('; ')}`;
}

function noteRules({ rules, held = [] }: { rules: string[]; held?: string[] }): string[] {
  return [
    ...(rules.length > 0 ? [`not checkable: ${rules.join(', ')}`] : []),
    ...(held.length > 0 ? [`held without them: ${held.join(', ')}`] : []),
  ];
}

/** Such as `1 check`. */
export const countOf = (checks: number): string => (checks === 1 ? '1 check' : `${checks} checks`);

/** Names the rules that a report leaves out. */
export function noteHidden({ hiddenRules }: Report): string {
  const ids = hiddenRules.map(({ id }) => id).join(', ');
  return `${hiddenRules.length} more rules do not show in calls or events and are not part of this: ${ids}.`;
}

/** Writes a remark as a line. */
function noteRemark({ text, count, example }: Remark): string {
  return `${text}: ${count === 1 ? '' : `${count} times, such as `}${example}`;
}
