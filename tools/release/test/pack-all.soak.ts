import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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

test('the npm commands that pack:all prints work, and production packages stay out of the devDependencies', async () => {
  const output = await runCommand(process.execPath, [program, join(folder, 'tarballs')], { cwd: folder });

  const [, production = ''] = /^npm install ([^-].*)$/m.exec(output) ?? [];
  const tools = [...output.matchAll(/^npm install -D (.+) # (.+)$/gm)].map(([, files = '', name = '']) => ({
    name,
    files,
  }));
  const packages = await findPublishablePackages();
  const toolNames = tools.map(({ name }) => name);
  const namesInProduction = ['@escrow-kit/checkout', '@escrow-kit/client', '@escrow-kit/webhooks'];
  expect([...namesInProduction, ...toolNames].sort()).toEqual(packages.map(({ name }) => name).sort());
  for (const { name, files } of tools) {
    const cwd = join(folder, name.replace('/', '-'));
    mkdirSync(cwd);
    writeFileSync(join(cwd, 'package.json'), '{"type":"module"}');
    const install = (...args: string[]): Promise<string> =>
      runCommand('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...args], { cwd, env });
    await install(...production.split(' '));
    await install('-D', ...files.split(' '));
    const imports = [...namesInProduction, name].map((each) => `await import('${each}');`).join(' ');
    await runCommand('node', ['--input-type=module', '--eval', imports], { cwd, env });
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8'));
    expect(Object.keys(dependencies)).toEqual(namesInProduction);
    expect(Object.keys(devDependencies)).toContain(name);
  }
});
