import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { type CommandResult, tryCommand } from './run-command.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

const script = fileURLToPath(new URL('../src/create-releases.ts', import.meta.url));

/** A stand-in for GitHub's command. It records its arguments and knows one existing release. */
const gh = `#!/usr/bin/env node
const { appendFileSync } = require('node:fs');
const [, , , verb, tag, ...options] = process.argv;
const { basename } = require('node:path');
if (verb === 'create') appendFileSync('created.ndjson', JSON.stringify([tag, basename(options[0]), ...options.slice(1)]) + '\\n');
if (tag === '@kit/refused@1.0.0' && verb === 'create') console.error('HTTP 403');
process.exit(verb === 'view' ? Number(tag !== '@kit/there@1.0.0') : Number(tag === '@kit/refused@1.0.0'));
`;

/** A stand-in for pnpm, which writes the bill of materials. */
const pnpm = `#!/usr/bin/env node
const { writeFileSync } = require('node:fs');
writeFileSync(process.argv.at(-1), '{}');
`;

const changelog = `# a package

## 1.1.0

### Minor Changes

- 1a2b3c4: Something new.

## 1.0.0

### Major Changes

- The first.
`;

/** Creates a repository with packages, in which `run` starts the script. Removed when the test ends. */
function createRepository(names: string[]) {
  const { folder, remove } = createTemporaryFolder();
  onTestFinished(remove);
  for (const name of names) {
    const packageFolder = join(folder, 'packages', name.replace('@kit/', ''));
    mkdirSync(packageFolder, { recursive: true });
    const manifest = { name, version: '1.1.0', ...(name === '@kit/private' && { private: true }) };
    writeFileSync(join(packageFolder, 'package.json'), JSON.stringify(manifest));
    writeFileSync(join(packageFolder, 'CHANGELOG.md'), changelog);
  }
  const commands = join(folder, 'commands');
  mkdirSync(commands);
  for (const [name, program] of Object.entries({ gh, pnpm })) {
    writeFileSync(join(commands, name), program, { mode: 0o755 });
  }
  return {
    run(published?: object[]): Promise<CommandResult> {
      const environment = { PUBLISHED_PACKAGES: published ? JSON.stringify(published) : '', GITHUB_SHA: 'abc123' };
      const env = { ...process.env, ...environment, PATH: commands + delimiter + process.env['PATH'] };
      return tryCommand('node', [script, folder], { cwd: folder, env });
    },
    created(): string[][] {
      const lines = readFileSync(join(folder, 'created.ndjson'), 'utf8').trim().split('\n');
      return lines.map((line) => JSON.parse(line));
    },
  };
}

test('each published package gets a tag at the commit, the notes of its version and its bill of materials', async () => {
  const repository = createRepository(['@kit/client', '@kit/spec']);

  const { exitCode } = await repository.run([
    { name: '@kit/client', version: '1.1.0' },
    { name: '@kit/spec', version: '1.0.0' },
  ]);

  const notes = ['### Minor Changes\n\n- 1a2b3c4: Something new.', '### Major Changes\n\n- The first.'];
  const options = (tag: string, text = '') => ['--target', 'abc123', '--title', tag, '--notes', text];
  expect(exitCode).toBe(0);
  expect(repository.created()).toEqual([
    ['@kit/client@1.1.0', 'kit-client.cdx.json', ...options('@kit/client@1.1.0', notes[0])],
    ['@kit/spec@1.0.0', 'kit-spec.cdx.json', ...options('@kit/spec@1.0.0', notes[1])],
  ]);
});

test('without a list, every package that is not private is released at its version', async () => {
  const repository = createRepository(['@kit/client', '@kit/private', '@kit/spec']);

  const { exitCode } = await repository.run();

  expect(exitCode).toBe(0);
  const tags = repository.created().map(([tag]) => tag);
  expect(tags.sort()).toEqual(['@kit/client@1.1.0', '@kit/spec@1.1.0']);
});

test('an existing release stays, and the others are created', async () => {
  const repository = createRepository(['@kit/there', '@kit/new']);

  const { exitCode } = await repository.run([
    { name: '@kit/there', version: '1.0.0' },
    { name: '@kit/new', version: '1.0.0' },
  ]);

  expect(exitCode).toBe(0);
  expect(repository.created().map(([tag]) => tag)).toEqual(['@kit/new@1.0.0']);
});

test.for([
  ['which GitHub refuses', { name: '@kit/refused', version: '1.0.0' }, 'HTTP 403'],
  ['that the repository does not have', { name: '@kit/none', version: '1.0.0' }, 'No package of the repository'],
  ['without a section in its changelog', { name: '@kit/refused', version: '2.0.0' }, 'has no section for 2.0.0'],
] as const)('a package %s fails the job with the reason', async ([_what, published, reason]) => {
  const { exitCode, output } = await createRepository(['@kit/refused']).run([published]);

  expect(exitCode).not.toBe(0);
  expect(output).toContain(reason);
});
