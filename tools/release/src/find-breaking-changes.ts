import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type DocumentChange, isBreaking } from './document-change.ts';

const config = fileURLToPath(new URL('../redocly-diff.yaml', import.meta.url));

/** The changes between two documents that break users of the first. Rejects if redocly can't read one of them. */
export async function findBreakingChanges(base: string, revision: string): Promise<DocumentChange[]> {
  const options = ['--config', config, '--format', 'json', '--fail-on', 'none'];
  const { stdout } = await promisify(execFile)('redocly', ['diff', base, revision, ...options], {
    // The report quotes everything that changed, in the worst case the whole document twice.
    maxBuffer: Number.POSITIVE_INFINITY,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  const { changes } = JSON.parse(stdout) as { changes: DocumentChange[] };
  return changes.filter(isBreaking);
}
