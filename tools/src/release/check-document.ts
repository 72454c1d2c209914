import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readChangesets } from '@changesets/read';

// Compares a repository's document with that of its last release, which has a tag. A breaking change needs a major changeset
// (VERSION-1).

/** A difference between two documents, as in redocly's JSON report. */
interface DocumentChange {
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

/** What the comparison reads of a document. */
interface ComparedDocument {
  paths: Record<string, Record<string, { responses?: Record<string, unknown> }>>;
  components: { schemas: Record<string, { properties?: object; not?: Exclusion & { anyOf?: Exclusion[] } }> };
}

interface Exclusion {
  required?: string[];
}

/** The package whose version is the version of the document. */
const documentPackage = '@escrow-kit/spec';
const documentFile = 'spec/openapi.bundle.json';
const diffConfig = fileURLToPath(new URL('../../redocly-diff.yaml', import.meta.url));

/**
 * Extensions that affect clients: the host and token of a call, whether it may be repeated, and which fields are filled in or
 * hidden. Redocly ignores them.
 */
const decisiveExtensions = new Set(['x-host', 'x-token', 'x-retry', 'x-fixed', 'x-sensitive']);

// For tests, the argument is another repository.
const repository = process.argv[2] ?? fileURLToPath(new URL('../../../', import.meta.url));
// Read first, so that an unreadable changeset fails now and not at the release.
const bumps = (await readChangesets(repository))
  .flatMap((changeset) => changeset.releases)
  .filter(({ name }) => name === documentPackage)
  .map(({ type }) => type);

const tag = git('tag', '--list', `${documentPackage}@*`, '--merged=HEAD', '--sort=-version:refname').split('\n')[0];
if (!tag) {
  console.log('No document has been released yet. There is nothing to compare.');
} else {
  const released = git('show', `${tag}:${documentFile}`);
  report(compare(released, readFileSync(join(repository, documentFile), 'utf8')).filter(isBreaking));
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: repository, encoding: 'utf8', maxBuffer: 2 ** 26 });
}

function compare(...documents: string[]): DocumentChange[] {
  const folder = mkdtempSync(join(tmpdir(), 'documents-'));
  try {
    const files = documents.map((document, index) => {
      const file = join(folder, `${index}.json`);
      writeFileSync(file, JSON.stringify(normalize(document)));
      return file;
    });
    const options = ['--config', diffConfig, '--format', 'json', '--fail-on', 'none'];
    const output = execFileSync('redocly', ['diff', ...files, ...options], {
      // The report quotes all changes, in the worst case both documents.
      maxBuffer: Number.POSITIVE_INFINITY,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    });
    return JSON.parse(output.toString()).changes;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Makes forbidden fields properties and `4XX` the default response, and leaves out the width of an integer, which is for generators
 * only. So writing the same rule in another way does not count as a change.
 */
function normalize(text: string): ComparedDocument {
  const withoutWidth = (key: string, value: unknown) => (key === 'format' && value === 'int64' ? undefined : value);
  const document: ComparedDocument = JSON.parse(text, withoutWidth);
  for (const schema of Object.values(document.components.schemas)) {
    const { not } = schema;
    const forbidden = [not, ...(not?.anyOf ?? [])].flatMap((exclusion) => exclusion?.required ?? []);
    if (forbidden.length === 0) continue;
    schema.properties = { ...schema.properties, ...Object.fromEntries(forbidden.map((name) => [name, { not: {} }])) };
    delete schema.not;
  }
  for (const { responses } of Object.values(document.paths).flatMap((item) => Object.values(item))) {
    if (!responses?.['4XX']) continue;
    responses['default'] ??= responses['4XX'];
    delete responses['4XX'];
  }
  return document;
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

function report(changes: DocumentChange[]): void {
  if (changes.length === 0) {
    console.log(`No breaking changes since ${tag}.`);
    return;
  }
  const list = changes.map((change) => `  ${describe(change)}\n    at ${change.path}\n`).join('');
  console.error(`${documentFile} has breaking changes since ${tag}:\n\n${list}\n${advise()}`);
  process.exitCode = bumps.includes('major') ? 0 : 1;
}

/** Describes a change in one sentence. */
function describe({ verdicts, typeName, property, kind }: DocumentChange): string {
  const verdict = verdicts.find(({ impact }) => impact === 'major');
  if (verdict) return verdict.message;
  return property ? `\`${property}\` of a ${typeName} was ${kind}.` : `A ${typeName} was ${kind}.`;
}

function advise(): string {
  if (bumps.includes('major')) return `A pending changeset announces them: major for ${documentPackage}.`;
  const pending = bumps.length > 0 ? `The pending changesets are ${bumps.join(', ')} only. ` : '';
  return `${pending}Revert them, or run \`pnpm changeset\`, choose major for ${documentPackage}
and describe what its users must change.`;
}
