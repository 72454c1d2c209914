import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';

// The example of overlays is in overlay/use-overlays.test.ts.

const readme = readFileSync('README.md', 'utf8');
const firstBlock = (language: string): string =>
  new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(readme)?.[1] ?? '';

test('the first example of the README prints the documented output', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  onTestFinished(() => log.mockRestore());
  // A module in an address finds no package by its name.
  const source = firstBlock('js').replaceAll(/(?<=')@escrow-kit[^']*/g, (name) => import.meta.resolve(name));

  await import(`data:text/javascript,${encodeURIComponent(source)}`);

  expect(`${log.mock.calls.flat().join('\n')}\n`).toBe(firstBlock('text'));
});
