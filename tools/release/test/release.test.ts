import { readFileSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { repositoryFolder } from '../src/repository.ts';
import { writeSbom } from '../src/write-sbom.ts';
import { createRepository } from './example-repository.ts';
import { runCommand } from './run-command.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

/** A stand-in for GitHub's command. It knows the release of one package, and refuses to create that of another. */
const gh = `#!/usr/bin/env node
const [, , , verb, tag, ...options] = process.argv;
const isKnown = tag === process.env.KNOWN, isRefused = tag === process.env.REFUSED;
if (verb === 'create') require('node:fs').appendFileSync('created.ndjson', JSON.stringify([tag, ...options]) + '\\n');
if (isRefused) console.error('HTTP 403');
process.exit(verb === 'view' ? Number(!isKnown) : Number(isRefused));
`;

test('each published package gets a tag at the commit, the notes of its version and its bill of materials', async () => {
  const repository = createRepository({ isReleased: false });
  repository.addChangeset('minor');
  repository.addChangeset('minor', 'other');
  await runCommand('changeset', ['version'], { cwd: repository.folder });
  await runCommand('pnpm', ['install', '--lockfile-only'], { cwd: repository.folder });
  repository.write('commands/gh', gh, 0o755);
  const PATH = join(repository.folder, 'commands') + delimiter + process.env['PATH'];
  const spec = '@escrow-kit/spec@0.1.0';

  const all = await repository.run('create-releases', { PATH, GITHUB_SHA: 'abc123', KNOWN: 'other@0.1.0' });
  const PUBLISHED_PACKAGES = '[{"name":"other","version":"0.1.0"}]';
  const refused = await repository.run('create-releases', { PATH, PUBLISHED_PACKAGES, REFUSED: 'other@0.1.0' });

  const [created = [], ...others] = repository
    .read('created.ndjson')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const [tag, sbom, ...options] = created;
  expect([tag, basename(sbom)]).toEqual([spec, 'escrow-kit-spec.cdx.json']);
  expect(options).toEqual(['--target', 'abc123', '--title', spec, '--notes', '### Minor Changes\n\n- A change.']);
  expect(others.map(([name]) => name)).toEqual(['other@0.1.0']);
  expect(all.exitCode).toBe(0);
  expect(refused).toMatchObject({ exitCode: 1, output: expect.stringContaining('HTTP 403') });
});

test('a bill of materials lists everything that is installed with a package, without devDependencies', () => {
  const folder = createTemporaryFolder(onTestFinished);

  const file = writeSbom({ repository: repositoryFolder, name: '@escrow-kit/client', folder });

  const { bomFormat, components } = JSON.parse(readFileSync(file, 'utf8'));
  expect(bomFormat).toBe('CycloneDX');
  expect(components.map(({ name }: { name: string }) => name)).toEqual(['openapi-fetch', 'openapi-typescript-helpers']);
});

test('a published package names its repository, and the links of its README are absolute', async () => {
  const repository = createRepository({ isReleased: false });
  const code = '\n```ts\nhandlers[status](event);\n```\n';
  repository.write(
    'other/README.md',
    `[a](../spec/rules.md#A-1) [b](#b) [c](https://c.example/a.md) ![d](../d.webp)\n${code}`,
  );
  const environment = { GITHUB_SERVER_URL: 'https://git.example', GITHUB_REPOSITORY: 'kit/kit' };

  const unknown = await repository.run('add-repository', { ...environment, GITHUB_REPOSITORY: '' });
  await repository.run('add-repository', environment);

  expect(unknown).toMatchObject({ exitCode: 1, output: expect.stringContaining('Set GITHUB_SERVER_URL') });
  expect(JSON.parse(repository.read('other/package.json'))).toMatchObject({
    repository: { type: 'git', url: 'git+https://git.example/kit/kit.git', directory: 'other' },
    homepage: 'https://git.example/kit/kit/tree/main/other#readme',
    bugs: 'https://git.example/kit/kit/issues',
  });
  expect(repository.read('other/README.md')).toBe(
    `[a](https://git.example/kit/kit/blob/HEAD/spec/rules.md#A-1) [b](#b) [c](https://c.example/a.md) ![d](https://git.example/kit/kit/raw/HEAD/d.webp)\n${code}`,
  );
});
