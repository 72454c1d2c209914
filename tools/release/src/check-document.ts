import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readChangesets } from '@changesets/read';
import { type DocumentChange, findBreakingChanges } from './find-breaking-changes.ts';
import { documentFile, documentPackage, repositoryFolder } from './repository.ts';

// Compares a repository's document with that of its last release, which has a tag. A breaking change needs a major changeset
// (VERSION-1).

// For tests, the argument is another repository.
const repository = process.argv[2] ?? repositoryFolder;
// Read first, so that an unreadable changeset fails now and not at the release.
const bumps = (await readChangesets(repository))
  .flatMap((changeset) => changeset.releases)
  .filter(({ name }) => name === documentPackage)
  .map(({ type }) => type);

const tag = git('tag', '--list', `${documentPackage}@*`, '--merged=HEAD', '--sort=-version:refname').split('\n')[0];
if (!tag) {
  console.log('No document has been released, so nothing can break.');
} else {
  const released = JSON.parse(git('show', `${tag}:${documentFile}`));
  report(await findBreakingChanges(released, JSON.parse(readFileSync(join(repository, documentFile), 'utf8'))));
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: repository, encoding: 'utf8', maxBuffer: 2 ** 26 });
}

function report(changes: DocumentChange[]): void {
  if (changes.length === 0) {
    console.log(`The document breaks nothing for users of ${tag}.`);
    return;
  }
  const list = changes.map((change) => `  ${describe(change)}\n    at ${change.path}\n`).join('');
  console.error(`${documentFile} breaks users of ${tag}:\n\n${list}\n${advise()}`);
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
