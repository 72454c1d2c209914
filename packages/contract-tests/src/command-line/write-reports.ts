import { writeFileSync } from 'node:fs';
import { CommandLineError } from '@escrow-kit/shared/command-line';
import { escapeHidden } from '../deployment/escape-hidden.ts';
import { formatJson } from '../report/format-json.ts';
import { formatJunit } from '../report/format-junit.ts';
import { formatText } from '../report/format-text.ts';
import type { Report } from '../report/report.ts';
import type { ReportFormat, VerifyOptions } from './verify-options.ts';

const formats: Record<ReportFormat, (report: Report) => string> = { json: formatJson, junit: formatJunit };

/** Prints a report, writes its files and returns their names. Throws if one can't be written. */
export function writeReports(report: Report, reportFiles: VerifyOptions['reportFiles']): string[] {
  process.stdout.write(escapeHidden(formatText(report)));
  try {
    return Object.entries(reportFiles).map(([format, file]) => {
      writeFileSync(file, formats[format as ReportFormat](report));
      return file;
    });
  } catch (error) {
    throw new CommandLineError(`The report can't be written: ${(error as Error).message}. Choose another file.`);
  }
}
