import { accessSync, constants, existsSync, lstatSync, rmSync, statSync, truncateSync } from 'node:fs';
import { dirname } from 'node:path';
import { CommandLineError } from '@escrow-kit/shared/command-line';

/** Throws if a report can't be written to this file. */
export function checkReportFile(file: string): void {
  const isThere = existsSync(file);
  if (isThere && statSync(file).isDirectory()) throw new CommandLineError(`${file} is a folder. Choose a file.`);
  try {
    accessSync(isThere ? file : dirname(file), constants.W_OK);
  } catch {
    throw new CommandLineError(
      `${file} can't be written. Choose a file in a folder that exists and that you can write to.`,
    );
  }
}

/** Removes the report of an earlier run, which would be taken for one of this run. A device, a pipe or a link stays. */
export function removeOldReport(file: string): void {
  if (!lstatSync(file, { throwIfNoEntry: false })?.isFile()) return;
  try {
    rmSync(file);
  } catch {
    // Its folder can't be written to.
    truncateSync(file);
  }
}
