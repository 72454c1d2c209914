import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { judgeDocument } from '../src/judge-document.ts';
import { documentFiles } from '../src/repository.ts';
import { breakingChanges, compatibleChanges } from './document-changes.ts';
import { createReleasedRepository, createRepository } from './example-repository.ts';

// Each comparison starts redocly, so changes are made together here. The soak makes each of them alone.

test('VERSION-1 before the first release nothing can break', async () => {
  const repository = createRepository();

  const { exitCode, output } = await repository.run('check-document');

  expect(exitCode).toBe(0);
  expect(output).toContain('No document has been released');
});

test('VERSION-1 changes that break nobody pass without a changeset', async () => {
  const repository = createReleasedRepository();
  repository.changeDocument((document) => {
    for (const { change } of compatibleChanges) change(document);
  });

  const { passed, message } = await judgeDocument(repository.folder);

  expect(message).toContain('breaks no user');
  expect(passed).toBe(true);
});

test('VERSION-1 each of many breaking changes is told, and fails the build', async () => {
  const repository = createReleasedRepository();
  const changes = breakingChanges.filter(({ isAlone }) => !isAlone);
  repository.changeDocument((document) => {
    for (const { change } of changes) change(document);
  });

  const { exitCode, output } = await repository.run('check-document');

  const told = [...output.matchAll(/^ {2}(\S.*)\n {4}at (.*)$/gm)].map(([, complaint, at]) => `${complaint} ${at}`);
  const missing = changes.filter(
    ({ complaint, at }) => !told.some((line) => line.includes(complaint) && line.endsWith(at)),
  );
  expect(missing.map(({ title }) => title)).toEqual([]);
  expect(told).toHaveLength(changes.length);
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
  'VERSION-1 $breaking.title is told, and $title does not announce it',
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

test('a changeset that cannot be read fails the build, whatever the document', async () => {
  const repository = createRepository();
  writeFileSync(join(repository.folder, '.changeset/odd.md'), "---\n\n## '@escrow-kit/spec': minor\n\nA change.\n");

  const { exitCode, output } = await repository.run('check-document');

  expect(exitCode).toBe(1);
  expect(output).toContain('changeset');
});

test('VERSION-1 a document that cannot be read is not taken for an unchanged one', async () => {
  const repository = createReleasedRepository();
  writeFileSync(documentFiles(repository.folder).current, '{');

  await expect(judgeDocument(repository.folder)).rejects.toThrow('Command failed: redocly diff');
});
