import { isDifference } from '../judge/verification.ts';
import type { Finding } from './findings.ts';
import { type Annotation, toCommand } from './github-command.ts';
import { ownChecksOf, type Report } from './report.ts';
import { headlines, noteConsequences, summaryOfOwn } from './tell.ts';

/** GitHub shows at most 10 errors and 10 warnings of a step. */
const mostAnnotations = 10;

/**
 * Writes the findings as annotations: workflow commands, one a line, for the standard output of a step. What is assumed and differs
 * is a warning, every other difference an error. If there are too many, the last one says so.
 */
export function formatAnnotations(report: Report): string {
  const { findings, result } = report;
  const isWarning = ({ outcome }: Finding) => outcome === 'assumed: differs';
  const own = ownChecksOf(report).filter((checks) => checks.some(({ outcome }) => isDifference(outcome)));
  const errors = [
    ...findings.filter((finding) => !isWarning(finding)).map(annotate),
    ...own.map((checks) => ({ title: 'Your own pact', message: summaryOfOwn(checks) })),
    ...(result === 'incomplete' || result === 'not checkable'
      ? [{ title: 'Contract tests', message: headlines[result] }]
      : []),
  ];
  return [
    ...limit(errors).map((one) => toCommand('error', one)),
    ...limit(findings.filter(isWarning).map(annotate)).map((one) => toCommand('warning', one)),
  ].join('');
}

function annotate(finding: Finding): Annotation {
  const { rule, text, outcome, causes, shownAt } = finding;
  const lines = [
    text,
    ...causes.flatMap(({ check, problems, toDo }) => [check.description, ...problems, `To do: ${toDo}`]),
    ...shownAt.map((other) => `See ${other}.`),
    ...noteConsequences(finding),
  ];
  return { title: `${rule} ${outcome}`, message: lines.join('\n') };
}

function limit(annotations: Annotation[]): Annotation[] {
  const more = annotations.length - mostAnnotations + 1;
  if (more <= 1) return annotations;
  const last = { title: 'Contract tests', message: `${more} more rules differ: see the report.` };
  return [...annotations.slice(0, mostAnnotations - 1), last];
}
