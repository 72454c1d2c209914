import { breaks, type RuleSummary } from '../judge/summarize-rules.ts';
import { isDifference, outcomes, type VerifiedInteraction } from '../judge/verification.ts';
import { ownBasis } from '../pacts/check-basis.ts';
import { headlines, noteHidden, noteLeftOut, ownChecksOf, type Report, summaryOf, summaryOfOwn } from './report.ts';

/** Longer lists are cut, so that the end stays on the screen. Broken rules are all shown. */
const mostReasons = 3;

/** Writes a report for a terminal. Broken rules come last, next to the prompt. */
export function formatText(report: Report): string {
  const sections = outcomes.toReversed().flatMap((outcome) => {
    const rules = report.rules.filter((rule) => rule.outcome === outcome);
    return rules.length === 0 ? [] : [`${outcome}\n${rules.map(formatRule).join('\n')}\n`];
  });
  const isInSummary = report.result === 'held' || report.result === 'broken';
  const headline = isInSummary ? '' : `${toSentence(headlines[report.result])}\n`;
  const hidden = report.hiddenRules.length > 0 ? `${noteHidden(report)}\n` : '';
  const own = ownChecksOf(report).map(formatOwn);
  if (own.length > 0) sections.push(`your own pacts\n${own.join('\n')}\n`);
  return `${sections.join('\n')}\n${summaryOf(report)}\n${headline}${hidden}`;
}

function formatRule(rule: RuleSummary): string {
  const leftOut = rule.outcome === 'held' ? noteLeftOut(rule) : undefined;
  const note = leftOut === undefined ? '' : ` (${leftOut})`;
  return [`  ${rule.id.padEnd(12)} ${rule.text}${note}`, ...detailsOf(rule).map((line) => `    ${line}`)].join('\n');
}

function formatOwn(checks: VerifiedInteraction[]): string {
  const lines = checks.flatMap((check) => {
    if (isDifference(check.outcome)) return formatDifferent(check, '');
    return check.reason ? [check.description, `  not checkable: ${check.reason.text}`] : [];
  });
  return [`  ${summaryOfOwn(checks)}`, ...lines.map((line) => `    ${line}`)].join('\n');
}

const toSentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;

function detailsOf({ id, outcome, interactions, leftOut, reasons }: RuleSummary): string[] {
  if (isDifference(outcome))
    return interactions.filter((one) => breaks(one, id)).flatMap((one) => formatDifferent(one, id));
  if (outcome === 'held') return [];
  if (reasons.length === 0) return ['no interaction checks it'];
  const more = reasons.length - mostReasons;
  const shown = reasons.slice(0, mostReasons).map(({ text }) => text);
  const checked = interactions.length - leftOut;
  return [
    ...shown,
    ...(more > 0 ? [`and ${more} more`] : []),
    ...(checked > 0 ? [`${checked} of ${interactions.length} checks held, but they alone do not prove it`] : []),
  ];
}

function formatDifferent({ description, basis, problems }: VerifiedInteraction, id: string): string[] {
  const own = problems.filter(({ rule = id }) => rule === id);
  const note = basis === 'stated' || basis === ownBasis ? '' : ` (${basis})`;
  return [`${description}${note}`, ...own.map(({ text }) => `  ${text}`)];
}
