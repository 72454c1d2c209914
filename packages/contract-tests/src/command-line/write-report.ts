import { writeFileSync } from 'node:fs';
import { CommandLineError } from '@escrow-kit/shared/command-line';

/**
 * Writes a report. Throws if it can't be written. An empty one before the run takes the place of that of an earlier run, which would be
 * taken for one of this run.
 */
export function writeReport(file: string, report: string): void {
  try {
    writeFileSync(file, report);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandLineError(
      `${file} can't be written (${code}). Choose a file in a folder that exists and that you can write to.`,
    );
  }
}
