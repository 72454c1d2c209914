import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The variable that names the folder for the pacts of this run. */
const variable = 'ESCROW_PACT_FOLDER';

/** Gives the consumer tests of a run an empty folder, through the environment. */
export function setup(): () => void {
  if (process.env[variable]) return () => {};
  const folder = mkdtempSync(join(tmpdir(), 'escrow-pacts-'));
  process.env[variable] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
