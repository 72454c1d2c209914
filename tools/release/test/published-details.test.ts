import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { describeRepository } from '../src/describe-repository.ts';
import { findPublishablePackages } from '../src/publishable-packages.ts';
import { repositoryFolder } from '../src/repository.ts';
import { writeSbom } from '../src/write-sbom.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

test.for(await findPublishablePackages())('$name is found by what it is for', ({ manifest }) => {
  expect(manifest.keywords).toEqual(expect.arrayContaining(['escrow']));
});

test('a release says where its repository is, and the folder that links of its README start from', () => {
  expect(describeRepository('https://git.example/kit/kit', 'packages/client')).toEqual({
    repository: { type: 'git', url: 'git+https://git.example/kit/kit.git', directory: 'packages/client' },
    homepage: 'https://git.example/kit/kit/tree/main/packages/client#readme',
    bugs: 'https://git.example/kit/kit/issues',
  });
});

test('a bill of materials lists what a package brings along, and nothing that only its developers need', () => {
  const { folder, remove } = createTemporaryFolder();
  onTestFinished(remove);

  const file = writeSbom({ repository: repositoryFolder, name: '@escrow-kit/client', folder });

  const { bomFormat, metadata, components } = JSON.parse(readFileSync(file, 'utf8'));
  expect([bomFormat, metadata.component.purl]).toEqual([
    'CycloneDX',
    expect.stringMatching(/^pkg:npm\/%40escrow-kit\/client@/),
  ]);
  expect(components.map(({ name }: { name: string }) => name)).toEqual(['openapi-fetch', 'openapi-typescript-helpers']);
});
