import { PactFileError, readOwnPacts } from '../pacts/own-pacts.ts';
import type { Pact } from '../pacts/pact-document.ts';
import { CommandLineError } from './command-line-error.ts';

/** Reads the pacts of `--pact`. Throws if a file can't be verified. */
export function checkPacts(files: readonly string[]): Pact[] {
  try {
    return readOwnPacts(files);
  } catch (error) {
    if (error instanceof PactFileError) throw new CommandLineError(`--pact ${error.message}`, { cause: error });
    throw error;
  }
}
