import { writeFileSync } from 'node:fs';
import { proposeOverlay } from '../observe/proposal/propose-overlay.ts';
import { formatObservationHtml } from '../observe/report/format-observation-html.ts';
import { formatObservationJson } from '../observe/report/format-observation-json.ts';
import type { ObservationReport } from '../observe/report/observation-report.ts';
import { CommandLineError } from '../preflight/command-line-error.ts';
import type { ObservationFile, ObserveOptions } from './observe-options.ts';

const contents: Record<ObservationFile, { what: string; format: (report: ObservationReport) => string | undefined }> = {
  html: { what: 'The report', format: formatObservationHtml },
  json: { what: 'The report', format: formatObservationJson },
  writeOverlay: { what: 'The proposed overlay', format: ({ findings }) => proposeOverlay(findings) },
};

/** Writes the requested files, and returns a line about each. Throws if one can't be written. */
export function writeObservation(report: ObservationReport, files: ObserveOptions['files']): string[] {
  return (Object.entries(files) as [ObservationFile, string][]).map(([name, file]) => {
    const { what, format } = contents[name];
    const content = format(report);
    if (content === undefined) return `There is nothing to propose, so ${file} is not written.`;
    try {
      writeFileSync(file, content);
    } catch (error) {
      throw new CommandLineError(`${file} can't be written: ${(error as Error).message}. Choose another file.`);
    }
    return `${what} is in ${file}.`;
  });
}
