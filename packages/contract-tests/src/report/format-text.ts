import { outcomes } from '../judge/verification.ts';
import type { Row } from './describe-cause.ts';
import type { Report } from './report.ts';
import { noteHidden, type ToldFinding, tell } from './tell.ts';

/** Writes a report for a terminal: what is wrong, what was not checked, and what held. Each thing is said once. */
export function formatText(report: Report): string {
  const { result, hiddenRules } = report;
  const { headline, summary, findings, own, leftOut, remarks, held } = tell(report);
  const sections = [
    ...outcomes.map((outcome) => [
      outcome,
      ...findings.filter((one) => one.outcome === outcome).flatMap(formatFinding),
    ]),
    ['your own pacts', ...own.flatMap((checks) => [`  ${checks.summary}`, ...formatRows(checks.rows)])],
    ['not checked', ...leftOut.map((line) => `  ${line}`)],
    ['remarks', ...remarks.map((line) => `  ${line}`)],
    ['held', ...(held.length > 0 ? [`  ${held.join(', ')}`] : [])],
  ].filter(({ length }) => length > 1);
  const isInSummary = result === 'held' || result === 'broken';
  const end = [
    summary,
    ...(isInSummary ? [] : [toSentence(headline)]),
    ...(hiddenRules.length > 0 ? [noteHidden(report)] : []),
  ];
  return [...sections, end].map((lines) => `${lines.join('\n')}\n`).join('\n');
}

const toSentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;

function formatFinding({ rule, text, rows, consequences }: ToldFinding): string[] {
  return [`  ${rule.padEnd(12)} ${text}`, ...formatRows(rows), ...consequences.map((note) => `    ${note}`)];
}

/** Writes rows with the name before the first line of each. */
export function formatRows(rows: Row[]): string[] {
  return rows.flatMap(({ name, lines }) =>
    lines.map((line, index) => `    ${(index === 0 ? name : '').padEnd(9)} ${line}`),
  );
}
