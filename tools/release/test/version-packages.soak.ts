import { expect, test } from 'vitest';
import { createWorkspace } from './example-repository.ts';

test('VERSION-1 a major version makes its breaking change the released document', async () => {
  const repository = createWorkspace();
  repository.addChangeset('minor');
  await repository.run('version-packages');
  repository.changeDocument((document) => delete document.paths['/users/{userId}']);
  repository.addChangeset('major');

  await repository.run('version-packages');

  expect(repository.read('spec/package.json')).toContain('"version": "1.0.0"');
  expect(await repository.run('check-document')).toMatchObject({ exitCode: 0 });
});
