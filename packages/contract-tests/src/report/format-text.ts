import { outcomes, type VerifiedInteraction } from '../judge/verification.ts';
import { describeExchange } from './describe-exchange.ts';
import { type Cause, causesOf, type Finding } from './findings.ts';
import {
  headlines,
  noteBasis,
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
  const { findings, leftOut, rules, result } = report;
  const wrong = outcomes.flatMap((outcome) => {
    const own = findings.filter((finding) => finding.outcome === outcome);
    return own.length === 0 ? [] : [[outcome, ...own.flatMap(formatFinding)]];
  });
  const own = ownChecksOf(report).flatMap(formatOwn);
  const ownLines = own.length === 0 ? [] : [['your own pacts', ...own]];
  const notChecked = leftOut.length === 0 ? [] : [['not checked', ...leftOut.map((one) => `  ${noteLeftOut(one)}`)]];
  const remarks =
    report.remarks.length === 0 ? [] : [['remarks', ...report.remarks.map((one) => `  ${noteRemark(one)}`)]];
  const held = rules.filter(({ outcome }) => outcome === 'held').map(({ id }) => id);
  const heldLines = held.length === 0 ? [] : [[`held`, `  ${held.join(', ')}`]];
  const explored = noteExplored(report);
  const isInSummary = result === 'held' || result === 'broken';
  const end = [
    summaryOf(report),
    ...(isInSummary ? [] : [toSentence(headlines[result])]),
    ...(report.hiddenRules.length > 0 ? [noteHidden(report)] : []),
    ...(explored === undefined ? [] : [explored]),
  ];
  return [...wrong, ...ownLines, ...notChecked, ...remarks, ...heldLines, end]
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
}

function formatOwn(checks: VerifiedInteraction[]): string[] {
  return [`  ${summaryOfOwn(checks)}`, ...causesOf(checks).flatMap(formatCause)];
}

const toSentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;

function formatFinding(finding: Finding): string[] {
  const { rule, text, grounds, causes, shownAt } = finding;
  const consequences = noteConsequences(finding);
  return [
    `  ${rule.padEnd(12)} ${text}`,
    ...field(
      'rests on',
      grounds.map((ground) => `${ground.place}: ${ground.text}`),
    ),
    ...causes.flatMap(formatCause),
    ...field('see', shownAt),
    ...(consequences ? [`    ${consequences}`] : []),
  ];
}

function formatCause({ check, problems, others, curl, toDo }: Cause): string[] {
  const { sent, received } = describeExchange(check);
  return [
    ...field('check', [`${check.description}${noteBasis(check)}`]),
    ...field('wrong', problems),
    ...field('sent', sent),
    ...field('came', received),
    ...field('again', curl ? [curl] : []),
    ...field('to do', [toDo]),
    ...field('also', others),
  ];
}

/** The lines of a field, with its name before the first. */
function field(name: string, lines: string[]): string[] {
  return lines.map((line, index) => `    ${(index === 0 ? name : '').padEnd(9)} ${line}`);
}
