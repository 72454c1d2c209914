import { shorten, toOneLine } from '../deployment/text.ts';
import { differenceOf, outcomes } from '../judge/verification.ts';
import { type Failure, type Finding, type LeftOut, textOf } from './findings.ts';
import type { Report } from './report.ts';

/**
 * Writes a report for a terminal: broken and differing rules, skipped checks, and the rules that held. Text from the service is on
 * one line after a word of ours.
 */
export function formatText(report: Report): string {
  const { result, findings, leftOut, rules, interactions } = report;
  const held = rules.filter(({ outcome }) => outcome === 'held').map(({ id }) => id);
  // Not rules: the description is silent, for example about the content type of an answer.
  const remarked = interactions.flatMap(({ description, remarks = [] }) =>
    remarks.map((text) => ({ text, description })),
  );
  const remarks = [...Map.groupBy(remarked, ({ text }) => text)];
  const sections = [
    ...outcomes.map((outcome) => [
      outcome,
      ...findings.filter((one) => one.outcome === outcome).flatMap(formatFinding),
    ]),
    ['not checked', ...leftOut.map(formatLeftOut)],
    ['remarks', ...remarks.map(([text, met]) => `  ${text}: ${countOf(met.length)}, such as ${met[0]?.description}`)],
    ['held', ...(held.length > 0 ? [`  ${held.join(', ')}`] : [])],
  ].filter(({ length }) => length > 1);
  const end = [`${summaryOf(report)}.`, `Result: ${result}`];
  return [...sections, end].map((lines) => lines.map((line) => `${toOneLine(line)}\n`).join('')).join('\n');
}

/** Counts the rules, such as `36 rules held, 1 is broken, 2 implied rules differ, 5 are not checkable`. */
function summaryOf({ rules }: Report): string {
  const count = (wanted: string): number => rules.filter(({ outcome }) => outcome === wanted).length;
  const [held, broken, unchecked] = [count('held'), count('broken'), count('not checkable')];
  const differing = (['implied', 'assumed'] as const).flatMap((basis) => {
    const different = count(differenceOf[basis]);
    return different === 0 ? [] : [`${different} ${basis} ${different === 1 ? 'rule differs' : 'rules differ'}`];
  });
  return [
    `${held} ${held === 1 ? 'rule' : 'rules'} held`,
    `${broken || 'none'} ${broken > 1 ? 'are' : 'is'} broken`,
    ...differing,
    ...(unchecked === 0 ? [] : [`${unchecked} ${unchecked === 1 ? 'is' : 'are'} not checkable`]),
  ].join(', ');
}

function formatFinding({ rule, text, grounds, failure, others }: Finding): string[] {
  return [
    `  ${rule.padEnd(12)} ${text}`,
    ...formatFailure(failure),
    ...toRows('also', others),
    ...toRows(
      'rests on',
      grounds.map(({ place, text: says }) => `${place}: ${says}`),
    ),
  ];
}

/** The headers of an answer that matter for a verdict. */
const shownHeaders = new Set(['content-type', 'location', 'retry-after', 'www-authenticate']);

/** The failed check, its request as a shell command, the answer and the remedy. */
export function formatFailure({ check, curl, curlNote, toDo }: Failure): string[] {
  const { description, operationId, basis, exchange, event, problems } = check;
  const { answer } = exchange ?? {};
  const headers = Object.entries(answer?.headers ?? {}).filter(([name]) => shownHeaders.has(name.toLowerCase()));
  const came = [`${answer?.status ?? 'none'}`, ...headers.map(([name, value]) => `${name}: ${value}`)].join('; ');
  return [
    ...toRows('check', [`${description} (${basis === 'stated' ? '' : `${basis}; `}${operationId})`]),
    ...toRows('wrong', [textOf(problems)]),
    ...toRows('request', [curl]),
    ...toRows('note', [curlNote]),
    ...toRows('answer', [exchange && shorten(came)]),
    ...toRows('body', [answer?.body && shorten(answer.body)]),
    ...toRows('event', [event && shorten(event)]),
    ...toRows('to do', [toDo]),
  ];
}

/** A line for each text. Each begins with the name, so that none begins with text from the service. */
const toRows = (name: string, texts: (string | undefined)[]): string[] =>
  texts.flatMap((text) => (text ? [`    ${name.padEnd(9)} ${text}`] : []));

/** Lists skipped checks by reason, such as `--api-key is missing: 12 checks skipped; not checkable: UAPI-1, UAPI-2`. */
function formatLeftOut({ reason, checks, rules }: LeftOut): string {
  const left = checks > 0 ? [`${countOf(checks)} skipped`] : [];
  return `  ${reason}: ${[...left, ...(rules.length > 0 ? [`not checkable: ${rules.join(', ')}`] : [])].join('; ')}`;
}

const countOf = (checks: number): string => (checks === 1 ? '1 check' : `${checks} checks`);
