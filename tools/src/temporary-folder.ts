import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Creates an empty folder outside the workspace. The hook removes it: by default when the test ends, with `afterAll` after the file. */
export function temporaryFolder(hook: (remove: () => void) => void = onTestFinished): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'escrow-kit-'));
  hook(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
