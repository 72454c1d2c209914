import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { findPublishablePackages } from '../src/publishable-packages.ts';
import { outsideEnvironment } from './outside-environment.ts';
import { runCommand } from './run-command.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

const program = fileURLToPath(new URL('../src/pack-all.ts', import.meta.url));

test('the npm commands that pack:all prints install every package, those for production as dependencies', async () => {
  const cwd = createTemporaryFolder(onTestFinished);
  const env = { ...outsideEnvironment(), npm_config_cache: join(cwd, 'npm-cache'), npm_config_ignore_scripts: 'true' };
  writeFileSync(join(cwd, 'package.json'), '{"type":"module"}');

  const output = await runCommand(process.execPath, [program, join(cwd, 'tarballs')], { cwd });
  for (const line of output.match(/^npm install .+$/gm) ?? []) await runCommand('sh', ['-c', line], { cwd, env });

  const names = (await findPublishablePackages()).map(({ name }) => name);
  const imports = names.map((name) => `await import('${name}');`).join(' ');
  await runCommand('node', ['--input-type=module', '--eval', imports], { cwd, env });
  const { dependencies } = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8'));
  expect(Object.keys(dependencies)).toEqual(['@escrow-kit/checkout', '@escrow-kit/client', '@escrow-kit/webhooks']);
});
