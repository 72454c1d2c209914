import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { writeOverlayText } from './overlay/write-overlay.ts';

const readme = readFileSync('README.md', 'utf8');
const blocks = (language: string): string[] =>
  [...readme.matchAll(new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``, 'g'))].map(([, block = '']) => block);

const examples = blocks('js').map((source, index) => ({ source, output: blocks('text')[index] }));

test.each(examples)('an example of the README prints the documented output: $output', ({ source, output }) => {
  const overlay = writeOverlayText(blocks('yaml')[0] ?? '');
  const code = source.replace("'deployment.overlay.yaml'", JSON.stringify(overlay));

  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], { encoding: 'utf8' });

  expect(output).toBeDefined();
  expect(stdout).toBe(output);
});
