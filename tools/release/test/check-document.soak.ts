import { expect, test } from 'vitest';
import { breakingChanges, compatibleChanges } from './document-changes.ts';
import { createReleasedRepository } from './example-repository.ts';

test.for(compatibleChanges)('VERSION-1 $title passes without a changeset', async ({ change }) => {
  const repository = createReleasedRepository();
  repository.changeDocument(change);

  const { exitCode, output } = await repository.run('check-document');

  expect(output).toContain('breaks nothing');
  expect(exitCode).toBe(0);
});

test.for(breakingChanges)('VERSION-1 $title fails the build', async ({ change, complaint, at }) => {
  const repository = createReleasedRepository();
  repository.changeDocument(change);

  const { exitCode, output } = await repository.run('check-document');

  expect(exitCode).toBe(1);
  expect(output).toContain(complaint);
  expect(output).toContain(`${at}\n`);
  expect(output).toContain('pnpm changeset');
});

test('VERSION-1 a major changeset announces a breaking change to the command', async () => {
  const repository = createReleasedRepository();
  repository.changeDocument((document) => delete document.paths['/users/{userId}']);
  repository.addChangeset('major');

  const { exitCode, output } = await repository.run('check-document');

  expect(exitCode).toBe(0);
  expect(output).toContain('A pending changeset announces it');
});
