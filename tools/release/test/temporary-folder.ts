import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates an empty folder outside the workspace, with a function that removes it. */
export function createTemporaryFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'escrow-kit-release-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
