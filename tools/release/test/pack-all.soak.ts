import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { findPublishablePackages } from '../src/publishable-packages.ts';
import { outsideEnvironment } from './outside-environment.ts';
import { runCommand } from './run-command.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

const program = fileURLToPath(new URL('../src/pack-all.ts', import.meta.url));
const { folder, remove } = createTemporaryFolder();
const env = { ...outsideEnvironment(), npm_config_cache: join(folder, 'npm-cache') };

afterAll(remove);

test('npm installs each package from the tarballs that pack:all names for it', async () => {
  const output = await runCommand(process.execPath, [program, join(folder, 'tarballs')], { cwd: folder });

  const installs = [...output.matchAll(/^npm install (.+) # (.+)$/gm)].map(([, files = '', name = '']) => ({
    name,
    files,
  }));
  const packages = await findPublishablePackages();
  expect(installs.map(({ name }) => name)).toEqual(packages.map(({ name }) => name));
  for (const { name, files } of installs) {
    const cwd = join(folder, name.replace('/', '-'));
    mkdirSync(cwd);
    writeFileSync(join(cwd, 'package.json'), '{"type":"module"}');
    await runCommand('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...files.split(' ')], {
      cwd,
      env,
    });
    await runCommand('node', ['--input-type=module', '--eval', `await import('${name}')`], { cwd, env });
  }
});
