import { globSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exampleBlocks, repository, runProgram, typeCheck } from './page-examples.ts';

/** The chapters with examples in TypeScript; the one about Node 20 is run on Node 20, by the tests of packed packages. */
const chapters = globSync('docs/guide/*.md', { cwd: repository })
  .map((page) => basename(page, '.md'))
  .filter((name) => name !== 'README' && name !== 'node-20')
  .sort();
const programs = new Map<string, string>();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(import.meta.dirname, '../.readme-'));
  const [shop = ''] = await exampleBlocks('docs/guide/README.md');
  await writeFile(join(folder, 'open-order.ts'), shop);
  for (const name of chapters) {
    const code = (await exampleBlocks(`docs/guide/${name}.md`)).join('\n');
    programs.set(name, code);
    await writeFile(join(folder, `${name}.ts`), code);
  }
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test('the examples of the guide type-check', async () => {
  expect(await typeCheck(folder)).toBe('');
});

test.concurrent.each(chapters)('the examples of the chapter %s run, and print what stands there', async (name) => {
  const code = programs.get(name) ?? '';

  const output = await runProgram(folder, `${name}.ts`);

  const expected = [...code.matchAll(/console\.log\(.*\); \/\/ (.+)$/gm)].map(([, text]) => text);
  const isTest = code.includes("from 'node:test'");
  if (isTest) expect(output).toMatch(/\bpass [1-9]/);
  else expect(output.trimEnd().split('\n')).toEqual(expected);
  expect(isTest || expected.length > 0).toBe(true);
});
