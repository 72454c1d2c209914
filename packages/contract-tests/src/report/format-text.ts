import { outcomes, type VerifiedInteraction } from '../judge/verification.ts';
import { describeChecks, describeFinding, type Row } from './describe-cause.ts';
import type { Finding } from './findings.ts';
import {
  headlines,
  noteConsequences,
  noteExplored,
  noteHidden,
  noteLeftOut,
  noteRemark,
  ownChecksOf,
  type Report,
  summaryOf,
  summaryOfOwn,
} from './report.ts';

/** Writes a report for a terminal: what is wrong, what was not checked, and what held. Each thing is said once. */
export function formatText(report: Report): string {
  const { findings, leftOut, rules, remarks, result, hiddenRules } = report;
  const held = rules.filter(({ outcome }) => outcome === 'held').map(({ id }) => id);
  const sections = [
    ...outcomes.map((outcome) => [
      outcome,
      ...findings.filter((one) => one.outcome === outcome).flatMap(formatFinding),
    ]),
    ['your own pacts', ...ownChecksOf(report).flatMap((checks) => formatOwn(checks, report))],
    ['not checked', ...leftOut.map((one) => `  ${noteLeftOut(one)}`)],
    ['remarks', ...remarks.map((one) => `  ${noteRemark(one)}`)],
    ['held', ...(held.length > 0 ? [`  ${held.join(', ')}`] : [])],
  ].filter(({ length }) => length > 1);
  const isInSummary = result === 'held' || result === 'broken';
  const end = [
    summaryOf(report),
    ...(isInSummary ? [] : [toSentence(headlines[result])]),
    ...(hiddenRules.length > 0 ? [noteHidden(report)] : []),
    ...noteExplored(report),
  ];
  return [...sections, end].map((lines) => `${lines.join('\n')}\n`).join('\n');
}

const toSentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;

function formatFinding(finding: Finding): string[] {
  return [
    `  ${finding.rule.padEnd(12)} ${finding.text}`,
    ...formatRows(describeFinding(finding)),
    ...noteConsequences(finding).map((note) => `    ${note}`),
  ];
}

function formatOwn(checks: VerifiedInteraction[], report: Report): string[] {
  return [`  ${summaryOfOwn(checks)}`, ...formatRows(describeChecks(checks, report))];
}

/** Writes rows with the name before the first line of each. */
export function formatRows(rows: Row[]): string[] {
  return rows.flatMap(({ name, lines }) =>
    lines.map((line, index) => `    ${(index === 0 ? name : '').padEnd(9)} ${line}`),
  );
}
