import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { OpenApiDocument } from '@escrow-kit/spec';
import { comparableDocument } from './comparable-document.ts';

/** A difference between two documents, as in redocly's JSON report. */
export interface DocumentChange {
  /** A pointer into the document, such as `#/paths/~1users~1{userId}/get`. */
  path: string;
  typeName: string;
  kind: 'added' | 'removed' | 'modified';
  impact: 'patch' | 'minor' | 'major';
  /** The one property that differs. Absent if the whole object was added or removed. */
  property?: string;
  verdicts: { impact: DocumentChange['impact']; message: string }[];
  revision?: { value?: unknown };
}

const config = fileURLToPath(new URL('../redocly-diff.yaml', import.meta.url));

/**
 * Extensions that affect clients: the host and token of a call, whether it may be repeated, and which fields are filled in or
 * hidden. Redocly ignores them.
 */
const decisiveExtensions = new Set(['x-host', 'x-token', 'x-retry', 'x-fixed', 'x-sensitive']);

/** Finds the changes between two documents that break users of the first. */
export async function findBreakingChanges(base: OpenApiDocument, revision: OpenApiDocument): Promise<DocumentChange[]> {
  const folder = await mkdtemp(join(tmpdir(), 'documents-'));
  try {
    const copies = [base, revision].map(async (document, index) => {
      const copy = join(folder, `${index}.json`);
      await writeFile(copy, JSON.stringify(comparableDocument(document)));
      return copy;
    });
    return (await diff(await Promise.all(copies))).filter(isBreaking);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function diff(files: string[]): Promise<DocumentChange[]> {
  const options = ['--config', config, '--format', 'json', '--fail-on', 'none'];
  const { stdout } = await promisify(execFile)('redocly', ['diff', ...files, ...options], {
    // The report quotes all changes, in the worst case both documents.
    maxBuffer: Number.POSITIVE_INFINITY,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  return (JSON.parse(stdout) as { changes: DocumentChange[] }).changes;
}

function isBreaking(change: DocumentChange): boolean {
  return change.impact === 'major' || redirectsCalls(change) || weakensWebhookHeader(change);
}

function redirectsCalls({ kind, property }: DocumentChange): boolean {
  return kind !== 'added' && property !== undefined && decisiveExtensions.has(property);
}

/** Redocly treats a webhook's headers like those of a request to the service, so it does not rate removing one as breaking. */
function weakensWebhookHeader({ path, typeName, kind, property, revision }: DocumentChange): boolean {
  if (typeName !== 'Parameter' || !path.startsWith('#/x-webhooks/')) return false;
  if (property === undefined) return kind === 'removed';
  if (property === 'required') return revision?.value !== true;
  return property === 'name' || property === 'in';
}
