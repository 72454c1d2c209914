import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { judgeDocument } from '../src/judge-document.ts';
import { documentFiles } from '../src/repository.ts';
import { breakingChanges, compatibleChanges } from './document-changes.ts';
import { createReleasedRepository, createRepository } from './example-repository.ts';

// Each comparison starts redocly, so these tests combine changes. The soak makes each one separately.

test('VERSION-1 nothing can break before the first release', async () => {
  const repository = createRepository();

  const { exitCode, output } = await repository.run('check-document');

  expect(exitCode).toBe(0);
  expect(output).toContain('No document has been released');
});

test('VERSION-1 compatible changes pass without a changeset', async () => {
  const repository = createReleasedRepository();
  repository.changeDocument((document) => {
    for (const { change } of compatibleChanges) change(document);
  });

  const { passed, message } = await judgeDocument(repository.folder);

  expect(message).toContain('breaks nothing');
  expect(passed).toBe(true);
});

test('VERSION-1 each of several breaking changes is reported, and the build fails', async () => {
  const repository = createReleasedRepository();
  const changes = breakingChanges.filter(({ isAlone }) => !isAlone);
  repository.changeDocument((document) => {
    for (const { change } of changes) change(document);
  });

  const { exitCode, output } = await repository.run('check-document');

  const reported = [...output.matchAll(/^ {2}(\S.*)\n {4}at (.*)$/gm)].map(([, complaint, at]) => `${complaint} ${at}`);
  const missing = changes.filter(
    ({ complaint, at }) => !reported.some((line) => line.includes(complaint) && line.endsWith(at)),
  );
  expect(missing.map(({ title }) => title)).toEqual([]);
  expect(reported).toHaveLength(changes.length);
  expect(output).toContain('pnpm changeset');
  expect(exitCode).toBe(1);
});

const notAnnounced = [
  { title: 'a minor changeset', bump: 'minor', packageName: '@escrow-kit/spec' },
  { title: 'a major changeset of another package', bump: 'major', packageName: '@escrow-kit/client' },
] as const;
const alone = breakingChanges.filter(({ isAlone }) => isAlone);
const unannouncedCases = alone.map((breaking, index) => ({
  breaking,
  ...(notAnnounced[index % notAnnounced.length] as (typeof notAnnounced)[number]),
}));

test.for(unannouncedCases)(
  'VERSION-1 $breaking.title is reported, and $title does not announce it',
  async ({ breaking, bump, packageName }) => {
    const repository = createReleasedRepository();
    repository.changeDocument(breaking.change);
    repository.addChangeset(bump, packageName);

    const { passed, message } = await judgeDocument(repository.folder);

    expect(message).toContain(breaking.complaint);
    expect(passed).toBe(false);
  },
);

test('VERSION-1 a breaking change that a major changeset announces passes', async () => {
  const repository = createReleasedRepository();
  repository.changeDocument((document) => delete document.paths['/users/{userId}']);
  repository.addChangeset('major');

  const { passed, message } = await judgeDocument(repository.folder);

  expect(message).toContain('/users/{userId}');
  expect(passed).toBe(true);
});

test('an unreadable changeset fails the build with any document', async () => {
  const repository = createRepository();
  writeFileSync(join(repository.folder, '.changeset/odd.md'), "---\n\n## '@escrow-kit/spec': minor\n\nA change.\n");

  const { exitCode, output } = await repository.run('check-document');

  expect(exitCode).toBe(1);
  expect(output).toContain('changeset');
});

test('VERSION-1 an unreadable document does not count as unchanged', async () => {
  const repository = createReleasedRepository();
  writeFileSync(documentFiles(repository.folder).current, '{');

  await expect(judgeDocument(repository.folder)).rejects.toThrow('JSON');
});
