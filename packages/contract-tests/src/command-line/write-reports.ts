import { randomUUID } from 'node:crypto';
import { appendFileSync, writeFileSync } from 'node:fs';
import { CommandLineError } from '@escrow-kit/shared/command-line';
import { escapeHidden } from '../deployment/escape-hidden.ts';
import { formatAnnotations } from '../report/format-github.ts';
import { formatHtml } from '../report/format-html.ts';
import { formatJson } from '../report/format-json.ts';
import { formatJunit } from '../report/format-junit.ts';
import { formatMarkdown } from '../report/format-markdown.ts';
import { formatText } from '../report/format-text.ts';
import type { Report } from '../report/report.ts';
import type { ReportFormat, VerifyOptions } from './verify-options.ts';

const formats: Record<ReportFormat, (report: Report) => string> = {
  html: formatHtml,
  json: formatJson,
  junit: formatJunit,
  markdown: formatMarkdown,
};

/** Prints a report, writes its files and returns their names. Throws if one can't be written. */
export function writeReports(
  report: Report,
  { reportFiles, isGithub }: Pick<VerifyOptions, 'reportFiles' | 'isGithub'>,
): string[] {
  const text = escapeHidden(formatText(report));
  process.stdout.write(isGithub ? withoutCommands(text) + escapeHidden(formatAnnotations(report)) : text);
  const { GITHUB_STEP_SUMMARY: summary } = process.env;
  try {
    if (isGithub && summary) appendFileSync(summary, formatMarkdown(report));
    return Object.entries(reportFiles).map(([format, file]) => {
      writeFileSync(file, formats[format as ReportFormat](report));
      return file;
    });
  } catch (error) {
    throw new CommandLineError(`The report can't be written: ${(error as Error).message}. Choose another file.`);
  }
}

/** GitHub obeys no command in this text, which has answers of the deployment. */
function withoutCommands(text: string): string {
  const token = randomUUID();
  return `::stop-commands::${token}\n${text}::${token}::\n`;
}
