import type { VerifiedInteraction } from '../verify/verification.ts';
import { type Report, summaryOf } from './report.ts';
import { breaks, type RuleSummary } from './summarize-rules.ts';

const headings = { held: 'Held', 'not-checked': 'Not checked', broken: 'Broken' } as const;

/** Longer, and a terminal would be full before the end. Broken ones are all shown. */
const mostReasons = 3;

/** Writes a report for a terminal: what is broken stands last, where one looks first. */
export function formatText(report: Report): string {
  const outcomes = ['held', 'not-checked', 'broken'] as const;
  const sections = outcomes.flatMap((outcome) => {
    const rules = report.rules.filter((rule) => rule.outcome === outcome);
    return rules.length === 0 ? [] : [`${headings[outcome]}\n${rules.map(formatRule).join('\n')}\n`];
  });
  return `${sections.join('\n')}\n${summaryOf(report)}\n`;
}

function formatRule(rule: RuleSummary): string {
  const { id, text, outcome, interactions } = rule;
  const skipped = interactions.filter((interaction) => interaction.reason).length;
  const note = outcome === 'held' && skipped > 0 ? ` (${skipped} of ${interactions.length} checks left out)` : '';
  return [`  ${id.padEnd(12)} ${text}${note}`, ...detailsOf(rule).map((line) => `    ${line}`)].join('\n');
}

function detailsOf({ id, outcome, interactions, reasons }: RuleSummary): string[] {
  if (outcome === 'broken')
    return interactions.filter((one) => breaks(one, id)).flatMap((one) => formatBroken(one, id));
  if (outcome === 'held') return [];
  if (reasons.length === 0) return ['no interaction holds it'];
  const more = reasons.length - mostReasons;
  const shown = reasons.slice(0, mostReasons).map(({ text }) => text);
  return more > 0 ? [...shown, `and ${more} more`] : shown;
}

function formatBroken({ description, problems }: VerifiedInteraction, id: string): string[] {
  const own = problems.filter(({ rule = id }) => rule === id);
  return [description, ...own.map(({ text }) => `  ${text}`)];
}
