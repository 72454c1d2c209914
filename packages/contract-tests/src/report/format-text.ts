import { differenceOf, outcomes, type Result } from '../judge/verification.ts';
import { describeFinding, type Row } from './describe-cause.ts';
import type { Finding, LeftOut } from './findings.ts';
import type { Remark, Report } from './report.ts';

/** Writes a report for a terminal: what is wrong, what was not checked, and what held. Each thing is said once. */
export function formatText(report: Report): string {
  const { result, findings, leftOut, remarks, rules } = report;
  const held = rules.filter(({ outcome }) => outcome === 'held').map(({ id }) => id);
  const sections = [
    ...outcomes.map((outcome) => [
      outcome,
      ...findings.filter((one) => one.outcome === outcome).flatMap(formatFinding),
    ]),
    ['not checked', ...leftOut.map(formatLeftOut)],
    ['remarks', ...remarks.map(formatRemark)],
    ['held', ...(held.length > 0 ? [`  ${held.join(', ')}`] : [])],
  ].filter(({ length }) => length > 1);
  const headline = headlines[result];
  const end = [summaryOf(report), ...(headline === undefined ? [] : [headline])];
  return [...sections, end].map((lines) => `${lines.join('\n')}\n`).join('\n');
}

/** What the summary does not say already. */
const headlines: Partial<Record<Result, string>> = {
  incomplete: 'Nothing is broken, but not everything could be tried.',
  'implied: differs': 'Nothing is broken, but something implied differs.',
  'assumed: differs': 'Nothing is broken, but something assumed differs.',
  'not checkable': 'Nothing was checked.',
};

/** Says how much was checked, such as `36 rules held, 1 is broken, 2 differ from what is implied, 5 are not checkable.` */
function summaryOf({ rules }: Report): string {
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

function formatFinding(finding: Finding): string[] {
  const { rule, text, consequences } = finding;
  return [
    `  ${rule.padEnd(12)} ${text}`,
    ...formatRows(describeFinding(finding)),
    ...formatConsequences(consequences).map((note) => `    ${note}`),
  ];
}

/** Writes rows with the name before the first line of each. */
export function formatRows(rows: Row[]): string[] {
  return rows.flatMap(({ name, lines }) =>
    lines.map((line, index) => `    ${(index === 0 ? name : '').padEnd(9)} ${line}`),
  );
}

/** Says in a line what could not be checked because of a finding; no line if nothing. */
function formatConsequences({ checks, rules }: Finding['consequences']): string[] {
  if (checks === 0 && rules.length === 0) return [];
  const made = checks > 0 ? [`${countOf(checks)} could not be made`] : [];
  return [`because of this, ${[...made, ...noteRules({ rules })].join('; ')}`];
}

/** Says what was left out and why, such as `--api-key is not given: 12 checks left out; not checkable: UAPI-1, UAPI-2`. */
function formatLeftOut({ reason, checks, ...rules }: LeftOut): string {
  return `  ${reason}: ${[`${countOf(checks)} left out`, ...noteRules(rules)].join('; ')}`;
}

function noteRules({ rules, held = [] }: { rules: string[]; held?: string[] }): string[] {
  return [
    ...(rules.length > 0 ? [`not checkable: ${rules.join(', ')}`] : []),
    ...(held.length > 0 ? [`held without them: ${held.join(', ')}`] : []),
  ];
}

const countOf = (checks: number): string => (checks === 1 ? '1 check' : `${checks} checks`);

function formatRemark({ text, count, example }: Remark): string {
  return `  ${text}: ${count === 1 ? '' : `${count} times, such as `}${example}`;
}
