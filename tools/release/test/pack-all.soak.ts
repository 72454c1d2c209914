import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { findPublishablePackages } from '../src/publishable-packages.ts';
import { outsideEnvironment } from './outside-environment.ts';
import { runCommand } from './run-command.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

const program = fileURLToPath(new URL('../src/pack-all.ts', import.meta.url));
const production = ['@escrow-kit/checkout', '@escrow-kit/client', '@escrow-kit/webhooks'];

test('the npm commands that pack:all prints work, and production packages stay out of the devDependencies', async () => {
  const { folder, remove } = createTemporaryFolder();
  onTestFinished(remove);
  const env = {
    ...outsideEnvironment(),
    npm_config_cache: join(folder, 'npm-cache'),
    npm_config_ignore_scripts: 'true',
  };

  const output = await runCommand(process.execPath, [program, join(folder, 'tarballs')], { cwd: folder });

  const [, forProduction = ''] = /^npm (install [^-].*)$/m.exec(output) ?? [];
  const tools = [...output.matchAll(/^npm (install -D .+) # (.+)$/gm)].map(([, install = '', name = '']) => ({
    name,
    install,
  }));
  const packages = await findPublishablePackages();
  expect([...production, ...tools.map(({ name }) => name)].sort()).toEqual(packages.map(({ name }) => name).sort());
  for (const { name, install } of tools) {
    const cwd = join(folder, name.replace('/', '-'));
    mkdirSync(cwd);
    writeFileSync(join(cwd, 'package.json'), '{"type":"module"}');
    for (const command of [forProduction, install]) await runCommand('npm', command.split(' '), { cwd, env });
    const imports = [...production, name].map((each) => `await import('${each}');`).join(' ');
    await runCommand('node', ['--input-type=module', '--eval', imports], { cwd, env });
    const { dependencies } = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8'));
    expect(Object.keys(dependencies)).toEqual(production);
  }
});
