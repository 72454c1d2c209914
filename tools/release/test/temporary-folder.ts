import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates an empty folder outside the workspace. The hook, such as `onTestFinished`, removes it. */
export function createTemporaryFolder(hook: (remove: () => void) => void): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'escrow-kit-release-'));
  hook(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
