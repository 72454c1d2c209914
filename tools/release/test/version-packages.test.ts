import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { judgeDocument } from '../src/judge-document.ts';
import { documentFiles } from '../src/repository.ts';
import { createWorkspace } from './example-repository.ts';

test('VERSION-1 later changes are compared with the document of a new version', async () => {
  const repository = createWorkspace();
  repository.addChangeset('minor');

  const versioned = await repository.run('version-packages');

  expect(versioned).toMatchObject({ exitCode: 0 });
  expect(repository.read('spec/package.json')).toContain('"version": "0.1.0"');
  expect(repository.read('spec/CHANGELOG.md')).toContain('A change.');
  repository.changeDocument((document) => delete document.paths['/users/{userId}']);
  expect(await judgeDocument(repository.folder)).toMatchObject({ passed: false });
});

test('VERSION-1 a version of another package does not change the released document', async () => {
  const repository = createWorkspace();
  repository.addChangeset('minor', 'other');

  await repository.run('version-packages');

  expect(repository.read('other/package.json')).toContain('"version": "0.1.0"');
  expect(existsSync(documentFiles(repository.folder).released)).toBe(false);
});
