import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { findPublishablePackages } from '../src/publishable-packages.ts';
import { repositoryFolder } from '../src/repository.ts';
import { writeSbom } from '../src/write-sbom.ts';
import { createWorkspace } from './example-repository.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

test.for(await findPublishablePackages())('$name has the keyword escrow', ({ manifest }) => {
  expect(manifest.keywords).toEqual(expect.arrayContaining(['escrow']));
});

test('a release names its repository, and the folder of the package in it', async () => {
  const workspace = createWorkspace();

  const { exitCode } = await workspace.run('add-repository', {
    GITHUB_SERVER_URL: 'https://git.example',
    GITHUB_REPOSITORY: 'kit/kit',
  });

  expect(exitCode).toBe(0);
  expect(JSON.parse(workspace.read('other/package.json'))).toEqual({
    name: 'other',
    version: '0.0.0',
    repository: { type: 'git', url: 'git+https://git.example/kit/kit.git', directory: 'other' },
    homepage: 'https://git.example/kit/kit/tree/main/other#readme',
    bugs: 'https://git.example/kit/kit/issues',
  });
});

test('the links of a published README are absolute links to the repository', async () => {
  const workspace = createWorkspace();

  await workspace.run('add-repository', { GITHUB_SERVER_URL: 'https://git.example', GITHUB_REPOSITORY: 'kit/kit' });

  expect(workspace.read('other/README.md')).toBe(`# Other

[rules](https://git.example/kit/kit/blob/HEAD/spec/rules.md#AUTH-1), \
[states](https://git.example/kit/kit/blob/HEAD/other/states.md), [below](#below), [elsewhere](https://elsewhere.example/a.md)
![the page](https://git.example/kit/kit/raw/HEAD/docs/images/page.png)

\`\`\`ts
handlers[status](event);
\`\`\`
`);
});

test('a release without a known repository fails and says what to set', async () => {
  const { exitCode, output } = await createWorkspace().run('add-repository', {
    GITHUB_SERVER_URL: '',
    GITHUB_REPOSITORY: '',
  });

  expect(exitCode).not.toBe(0);
  expect(output).toContain('Set GITHUB_SERVER_URL and GITHUB_REPOSITORY');
});

test('a bill of materials lists everything that is installed with a package, without devDependencies', () => {
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
