import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { comparableDocument } from './comparable-document.ts';
import { type DocumentChange, isBreaking } from './document-change.ts';

const config = fileURLToPath(new URL('../redocly-diff.yaml', import.meta.url));

/** Finds the changes between two documents that break users of the first. Rejects if a document cannot be read. */
export async function findBreakingChanges(base: string, revision: string): Promise<DocumentChange[]> {
  const folder = await mkdtemp(join(tmpdir(), 'documents-'));
  try {
    const [before = '', after = ''] = await Promise.all(
      [base, revision].map(async (file, index) => {
        const comparable = comparableDocument(JSON.parse(await readFile(file, 'utf8')));
        const copy = join(folder, `${index}.json`);
        await writeFile(copy, JSON.stringify(comparable));
        return copy;
      }),
    );
    return (await diff(before, after)).filter(isBreaking);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function diff(base: string, revision: string): Promise<DocumentChange[]> {
  const options = ['--config', config, '--format', 'json', '--fail-on', 'none'];
  const { stdout } = await promisify(execFile)('redocly', ['diff', base, revision, ...options], {
    // The report quotes all changes, in the worst case both documents.
    maxBuffer: Number.POSITIVE_INFINITY,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  return (JSON.parse(stdout) as { changes: DocumentChange[] }).changes;
}
