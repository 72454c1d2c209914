import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Names the folder that the consumer tests of this run write to. */
const variable = 'ESCROW_PACT_FOLDER';

/** Gives the consumer tests of a run an empty folder, which they inherit by the environment. */
export function setup(): () => void {
  if (process.env[variable]) return () => {};
  const folder = mkdtempSync(join(tmpdir(), 'escrow-pacts-'));
  process.env[variable] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
