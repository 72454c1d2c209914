import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { documentFiles } from '../src/repository.ts';
import { breakingChanges, compatibleChanges } from './document-changes.ts';
import { createReleasedRepository, createRepository } from './example-repository.ts';

test('VERSION-1 before the first release nothing can break', async () => {
  const repository = createRepository();

  const { exitCode, output } = await repository.run('check-document');

  expect(exitCode).toBe(0);
  expect(output).toContain('No document has been released');
});

test.for(compatibleChanges)('VERSION-1 $title passes without a changeset', async ({ change }) => {
  const repository = createReleasedRepository();
  repository.changeDocument(change);

  const { exitCode, output } = await repository.run('check-document');

  expect(output).toContain('breaks no user');
  expect(exitCode).toBe(0);
});

test.for(breakingChanges)('VERSION-1 $title fails the build', async ({ change, complaint }) => {
  const repository = createReleasedRepository();
  repository.changeDocument(change);

  const { exitCode, output } = await repository.run('check-document');

  expect(exitCode).toBe(1);
  expect(output).toContain(complaint);
  expect(output).toContain('pnpm changeset');
});

test('VERSION-1 a breaking change that a major changeset announces passes', async () => {
  const repository = createReleasedRepository();
  repository.changeDocument((document) => delete document.paths['/users/{userId}']);
  repository.addChangeset('major');

  const { exitCode, output } = await repository.run('check-document');

  expect(exitCode).toBe(0);
  expect(output).toContain('/users/{userId}');
});

test.for([
  { title: 'a minor changeset', bump: 'minor', packageName: '@escrow-kit/spec' },
  { title: 'a major changeset of another package', bump: 'major', packageName: '@escrow-kit/client' },
] as const)('VERSION-1 $title does not announce a breaking change', async ({ bump, packageName }) => {
  const repository = createReleasedRepository();
  repository.changeDocument((document) => delete document.paths['/users/{userId}']);
  repository.addChangeset(bump, packageName);

  const { exitCode } = await repository.run('check-document');

  expect(exitCode).toBe(1);
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

  const { exitCode } = await repository.run('check-document');

  expect(exitCode).toBe(1);
});
