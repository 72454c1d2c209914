import { writeFileSync } from 'node:fs';
import { CommandLineError } from '@escrow-kit/shared/command-line';

/**
 * Writes a report, or throws. An empty one before the run replaces the report of an earlier run.
 */
export function writeReport(file: string, report: string): void {
  try {
    writeFileSync(file, report);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandLineError(`Cannot write ${file} (${code}). Choose a file in an existing, writable folder.`);
  }
}
