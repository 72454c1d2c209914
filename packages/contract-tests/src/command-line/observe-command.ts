import { writeFileSync } from 'node:fs';
import { CommandLineError } from '@escrow-kit/shared/command-line';
import { formatObservation } from '../observe/format-observation.ts';
import { HarError } from '../observe/har.ts';
import { observe } from '../observe/observe.ts';
import { checkReportFile } from '../preflight/check-report-file.ts';
import type { ObserveCommandOptions } from './observe-options.ts';

/** Prints what recorded traffic shows, writes it as JSON if that is asked for, and returns the exit code. */
export async function runObserve({ files, json, ...options }: ObserveCommandOptions): Promise<number> {
  if (json !== undefined) checkReportFile(json);
  const report = await observe(files, options).catch((error: unknown) => {
    throw error instanceof HarError ? new CommandLineError(error.message, { cause: error }) : error;
  });
  process.stdout.write(formatObservation(report));
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(report, null, 2)}\n`);
  return report.contradictions.some(({ basis }) => basis === 'stated') ? 1 : 0;
}
