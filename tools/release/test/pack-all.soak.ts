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

test('each npm command that pack:all prints is complete, and production packages stay out of the devDependencies', async () => {
  const { folder, remove } = createTemporaryFolder();
  onTestFinished(remove);
  const env = {
    ...outsideEnvironment(),
    npm_config_cache: join(folder, 'npm-cache'),
    npm_config_ignore_scripts: 'true',
  };

  const output = await runCommand(process.execPath, [program, join(folder, 'tarballs')], { cwd: folder });

  const forProduction =
    output.split('\n').find((line) => line.startsWith('npm install ') && !line.includes(' -D ')) ?? '';
  const tools = [...output.matchAll(/^(npm install .+) # (.+)$/gm)].map(([, install = '', name = '']) => ({
    name,
    install,
  }));
  const packages = await findPublishablePackages();
  expect([...production, ...tools.map(({ name }) => name)].sort()).toEqual(packages.map(({ name }) => name).sort());
  const installAndImport = async (project: string, lines: string[], names: string[]): Promise<string[]> => {
    const cwd = join(folder, project.replace('/', '-'));
    mkdirSync(cwd);
    writeFileSync(join(cwd, 'package.json'), '{"type":"module"}');
    for (const line of lines) await runCommand('sh', ['-c', line], { cwd, env });
    const imports = names.map((each) => `await import('${each}');`).join(' ');
    await runCommand('node', ['--input-type=module', '--eval', imports], { cwd, env });
    return Object.keys(JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8')).dependencies ?? {});
  };
  for (const { name, install } of tools) {
    const inProduction = await installAndImport(name, [install], [name]);
    expect(production).toEqual(expect.arrayContaining(inProduction));
  }
  const lines = [forProduction, ...tools.map(({ install }) => install)];
  const names = packages.map(({ name }) => name);
  expect(await installAndImport('everything', lines, names)).toEqual(production);
});
