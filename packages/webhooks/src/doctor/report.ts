import type { Check, Expectation } from './checks.ts';
import type { Finding, Result } from './examine-endpoint.ts';
import type { Answer } from './send-request.ts';

const marks: Readonly<Record<Result, string>> = { right: 'ok', fault: 'FAULT', hint: 'hint', not_checked: '-' };

/** The numbers of ANSI's colours. */
const colours: Readonly<Record<Result, number>> = { right: 32, fault: 31, hint: 33, not_checked: 2 };

const expectedStatus: Readonly<Record<Expectation, string>> = {
  received: '200',
  accepted: '200',
  prompt: '200',
  refused: '401 or 4xx',
  answered: '200 or 4xx',
};

/** What an endpoint answered to a check and should have answered, in one line. */
export function formatFinding({ check, result, answers, remedy }: Finding, isColoured: boolean): string {
  const mark = marks[result].padEnd(5);
  const coloured = isColoured ? `\u001b[${colours[result]}m${mark}\u001b[0m` : mark;
  const answered = result === 'not_checked' ? 'not checked' : formatAnswers(answers);
  const line = `${coloured} ${check.name.padEnd(14)} ${answered.padEnd(18)} ${formatExpectation(check)}\n`;
  return remedy ? `${line}${remedy} No other check was made: they need an endpoint that receives events.\n` : line;
}

const formatExpectation = ({ expects, rule, basis, reason }: Check): string =>
  `should be ${expectedStatus[expects]}: ${reason} (${rule}, ${basis})`;

/** Each different answer, and how long the slowest took. */
function formatAnswers(answers: readonly Answer[]): string {
  const counted = countAnswers(answers);
  const texts = counted.map(({ count, status, failure }) => `${count > 1 ? `${count} × ` : ''}${status ?? failure}`);
  return `${texts.join(', ')} in ${slowestOf(answers)} ms`;
}

/** Each different answer once, in the order in which they were asked for. */
function countAnswers(answers: readonly Answer[]): (Omit<Answer, 'durationInMs'> & { count: number })[] {
  const counts = new Map<string, Omit<Answer, 'durationInMs'> & { count: number }>();
  for (const { status, failure } of answers) {
    const name = `${status ?? failure}`;
    counts.set(name, { status, failure, count: (counts.get(name)?.count ?? 0) + 1 });
  }
  return [...counts.values()];
}

const slowestOf = (answers: readonly Answer[]): number =>
  Math.round(Math.max(...answers.map(({ durationInMs }) => durationInMs)));

/** How many findings have this result. */
export const countResults = (findings: readonly Finding[], wanted: Result): number =>
  findings.filter(({ result }) => result === wanted).length;

export function formatSummary(findings: readonly Finding[]): string {
  const faults = countResults(findings, 'fault');
  const hints = countResults(findings, 'hint');
  return `${plural(faults, 'fault')}, ${plural(hints, 'hint')}.\n`;
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** The findings as one line of JSON. */
export function formatJson(findings: readonly Finding[]): string {
  const checks = findings.map(({ check, result, answers, remedy }) => ({
    check: check.name,
    result,
    answers: countAnswers(answers),
    slowestInMs: answers.length > 0 ? slowestOf(answers) : undefined,
    expected: expectedStatus[check.expects],
    reason: check.reason,
    rule: check.rule,
    basis: check.basis,
    remedy,
  }));
  const counts = { faults: countResults(findings, 'fault'), hints: countResults(findings, 'hint') };
  return `${JSON.stringify({ ...counts, checks })}\n`;
}
