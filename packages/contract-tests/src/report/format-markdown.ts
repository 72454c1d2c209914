import type { Row } from './describe-cause.ts';
import { formatRows } from './format-text.ts';
import type { Report } from './report.ts';
import { type ToldFinding, tell } from './tell.ts';

/** Writes a report as Markdown, as for a pull request or a job summary. What is wrong comes first. */
export function formatMarkdown(report: Report): string {
  const { headline, summary, findings, own, leftOut, remarks, held } = tell(report);
  const sections = [
    `## Contract tests: ${headline}`,
    escapeMarkdown(summary),
    ...findings.flatMap(formatFinding),
    ...own.flatMap((checks) => [`### Your own pact of ${escapeMarkdown(checks.summary)}`, ...fence(checks.rows)]),
    ...listOf('Not checked', leftOut),
    ...listOf('Remarks', remarks),
    ...(held.length > 0 ? ['### Held', held.join(', ')] : []),
  ];
  return `${sections.join('\n\n')}\n`;
}

function formatFinding({ rule, outcome, text, rows, consequences }: ToldFinding): string[] {
  return [`### ${rule} ${outcome}`, escapeMarkdown(text), ...fence(rows), ...consequences.map(escapeMarkdown)];
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
