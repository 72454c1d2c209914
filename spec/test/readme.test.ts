import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const readme = readFileSync('README.md', 'utf8');
const block = (language: string): string => new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(readme)?.[1] ?? '';

test('the example of the README prints the documented output', () => {
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', block('js')], { encoding: 'utf8' });

  expect(block('text')).not.toBe('');
  expect(stdout).toBe(block('text'));
});
