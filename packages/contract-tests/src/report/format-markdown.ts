import { describeChecks, describeFinding, type Row } from './describe-cause.ts';
import type { Finding } from './findings.ts';
import { formatRows } from './format-text.ts';
import {
  headlines,
  noteConsequences,
  noteExplored,
  noteLeftOut,
  noteRemark,
  ownChecksOf,
  type Report,
  summaryOf,
  summaryOfOwn,
} from './report.ts';

/** Writes a report as Markdown, as for a pull request or a job summary. What is wrong comes first. */
export function formatMarkdown(report: Report): string {
  const { findings, leftOut, remarks, rules, result } = report;
  const held = rules.filter(({ outcome }) => outcome === 'held').map(({ id }) => id);
  const sections = [
    `## Contract tests: ${headlines[result]}`,
    escapeMarkdown(summaryOf(report)),
    ...noteExplored(report).map(escapeMarkdown),
    ...findings.flatMap(formatFinding),
    ...ownChecksOf(report).flatMap((checks) => [
      `### Your own pact of ${escapeMarkdown(summaryOfOwn(checks))}`,
      ...fence(describeChecks(checks, report)),
    ]),
    ...listOf('Not checked', leftOut.map(noteLeftOut)),
    ...listOf('Remarks', remarks.map(noteRemark)),
    ...(held.length > 0 ? ['### Held', held.join(', ')] : []),
  ];
  return `${sections.join('\n\n')}\n`;
}

function formatFinding(finding: Finding): string[] {
  return [
    `### ${finding.rule} ${finding.outcome}`,
    escapeMarkdown(finding.text),
    ...fence(describeFinding(finding)),
    ...noteConsequences(finding).map(escapeMarkdown),
  ];
}

function listOf(title: string, items: string[]): string[] {
  return items.length === 0 ? [] : [`### ${title}`, items.map((item) => `- ${escapeMarkdown(item)}`).join('\n')];
}

/** A block of code, in more backticks than it contains in a row. */
function fence(rows: Row[]): string[] {
  if (rows.length === 0) return [];
  const code = formatRows(rows).join('\n');
  const longest = Math.max(2, ...(code.match(/`+/g) ?? []).map(({ length }) => length));
  const marks = '`'.repeat(longest + 1);
  return [`${marks}text\n${code}\n${marks}`];
}

const escapeMarkdown = (text: string): string => text.replaceAll(/[\\`*_<>[\]|#&@]/g, '\\$&');
