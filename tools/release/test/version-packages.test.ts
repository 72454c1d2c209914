import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { documentFiles } from '../src/repository.ts';
import { createRepository, type ExampleRepository } from './example-repository.ts';

test('VERSION-1 the document of a new version is the one that later changes are compared with', async () => {
  const repository = createWorkspace();
  repository.addChangeset('minor');

  const versioned = await repository.run('version-packages');

  expect(versioned).toMatchObject({ exitCode: 0 });
  expect(read(repository, 'spec/package.json')).toContain('"version": "0.1.0"');
  expect(read(repository, 'spec/CHANGELOG.md')).toContain('A change.');
  repository.changeDocument((document) => delete document.paths['/users/{userId}']);
  expect(await repository.run('check-document')).toMatchObject({ exitCode: 1 });
});

test('VERSION-1 a major version makes its breaking change the released document', async () => {
  const repository = createWorkspace();
  repository.addChangeset('minor');
  await repository.run('version-packages');
  repository.changeDocument((document) => delete document.paths['/users/{userId}']);
  repository.addChangeset('major');

  await repository.run('version-packages');

  expect(read(repository, 'spec/package.json')).toContain('"version": "1.0.0"');
  expect(await repository.run('check-document')).toMatchObject({ exitCode: 0 });
});

test('VERSION-1 a version of another package leaves the released document alone', async () => {
  const repository = createWorkspace();
  repository.addChangeset('minor', 'other');

  await repository.run('version-packages');

  expect(read(repository, 'other/package.json')).toContain('"version": "0.1.0"');
  expect(existsSync(documentFiles(repository.folder).released)).toBe(false);
});

function createWorkspace(): ExampleRepository {
  const repository = createRepository();
  write(repository, 'pnpm-workspace.yaml', 'packages: [spec, other]\n');
  write(repository, 'package.json', JSON.stringify({ name: 'example', private: true }));
  write(repository, '.changeset/config.json', JSON.stringify({ changelog: '@changesets/cli/changelog' }));
  write(repository, 'spec/package.json', JSON.stringify({ name: '@escrow-kit/spec', version: '0.0.0' }, null, 2));
  write(repository, 'other/package.json', JSON.stringify({ name: 'other', version: '0.0.0' }, null, 2));
  return repository;
}

function read({ folder }: ExampleRepository, file: string): string {
  return readFileSync(join(folder, file), 'utf8');
}

function write({ folder }: ExampleRepository, file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}
