import { existsSync } from 'node:fs';
import { readChangesets } from '@changesets/read';
import { type DocumentChange, findBreakingChanges } from './find-breaking-changes.ts';
import { documentFiles, documentPackage, repositoryFolder } from './repository.ts';

// Compares a repository's document with the last released one. A breaking change needs a major changeset (VERSION-1).

// For tests, the argument is another repository.
const repository = process.argv[2] ?? repositoryFolder;
const { current, released } = documentFiles(repository);
// Read first, so that an unreadable changeset fails now and not at the release.
const bumps = (await readChangesets(repository))
  .flatMap((changeset) => changeset.releases)
  .filter(({ name }) => name === documentPackage)
  .map(({ type }) => type);

if (!existsSync(released)) console.log('No document has been released, so nothing can break.');
else report(await findBreakingChanges(released, current));

function report(changes: DocumentChange[]): void {
  if (changes.length === 0) {
    console.log('The document breaks nothing for users of the released one.');
    return;
  }
  const list = changes.map((change) => `  ${describe(change)}\n    at ${change.path}\n`).join('');
  console.error(`spec/openapi.bundle.json breaks users of the last release:\n\n${list}\n${advise()}`);
  process.exitCode = bumps.includes('major') ? 0 : 1;
}

/** Describes a change in one sentence. */
function describe({ verdicts, typeName, property, kind }: DocumentChange): string {
  const verdict = verdicts.find(({ impact }) => impact === 'major');
  if (verdict) return verdict.message;
  return property ? `\`${property}\` of a ${typeName} was ${kind}.` : `A ${typeName} was ${kind}.`;
}

function advise(): string {
  if (bumps.includes('major')) return `A pending changeset announces it: major for ${documentPackage}.`;
  const pending = bumps.length > 0 ? `The pending changesets say ${bumps.join(', ')}, which is not enough. ` : '';
  return `${pending}Take the change back, or run \`pnpm changeset\`, choose major for ${documentPackage}
and write what its users must change.`;
}
