import { existsSync } from 'node:fs';
import { readChangesets } from '@changesets/read';
import { type DocumentChange, describeChange } from './document-change.ts';
import { findBreakingChanges } from './find-breaking-changes.ts';
import { documentFiles, documentPackage } from './repository.ts';

/** Whether the document passes, and why. */
export interface Judgement {
  passed: boolean;
  message: string;
}

/** Compares a repository's document with the last released one. A breaking change needs a major changeset (VERSION-1). */
export async function judgeDocument(repository: string): Promise<Judgement> {
  const { current, released } = documentFiles(repository);
  // Read first, so that an unreadable changeset fails now and not at the release.
  const bumps = await pendingBumps(repository);
  if (!existsSync(released)) return { passed: true, message: 'No document has been released, so nothing can break.' };
  const changes = await findBreakingChanges(released, current);
  if (changes.length === 0)
    return { passed: true, message: 'The document breaks nothing for users of the released one.' };
  return { passed: bumps.includes('major'), message: explain(changes, bumps) };
}

async function pendingBumps(repository: string): Promise<string[]> {
  const changesets = await readChangesets(repository);
  const releases = changesets.flatMap((changeset) => changeset.releases);
  return releases.filter(({ name }) => name === documentPackage).map(({ type }) => type);
}

function explain(changes: DocumentChange[], bumps: string[]): string {
  const list = changes.map((change) => `  ${describeChange(change)}\n    at ${change.path}`).join('\n');
  return `spec/openapi.bundle.json breaks users of the last release:\n\n${list}\n\n${advise(bumps)}`;
}

function advise(bumps: string[]): string {
  if (bumps.includes('major')) return `A pending changeset announces it: major for ${documentPackage}.`;
  const pending = bumps.length > 0 ? `The pending changesets say ${bumps.join(', ')}, which is not enough. ` : '';
  return `${pending}Take the change back, or run \`pnpm changeset\`, choose major for ${documentPackage}
and write what its users must change.`;
}
