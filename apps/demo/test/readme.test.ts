import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startPrismMock } from '@escrow-kit/prism-mock';
import { startSandbox } from '@escrow-kit/sandbox';
import { beforeAll, expect, test } from 'vitest';
import { exampleBlocks, runProgram, typeCheck } from './page-examples.ts';

const pages = { 'the project': 'README.md', 'the client': 'packages/client/README.md' };
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(import.meta.dirname, '../.readme-'));
  const [mock, sandbox] = await Promise.all([startPrismMock({ port: 0 }), startSandbox()]);
  for (const [name, page] of Object.entries(pages)) {
    const code = (await exampleBlocks(page)).join('\n');
    const onFreePorts = code
      .replaceAll('http://127.0.0.1:4010', mock.url)
      .replaceAll('http://127.0.0.1:4020', sandbox.url);
    await writeFile(join(folder, programOf(name)), onFreePorts);
  }
  return () => Promise.all([mock.close(), sandbox.close(), rm(folder, { recursive: true, force: true })]);
});

const programOf = (name: string): string => `${name.replace(' ', '-')}.ts`;

test('the examples of the READMEs type-check', async () => {
  expect(await typeCheck(folder)).toBe('');
});

test.each(Object.keys(pages))('the examples of the README of %s run', async (name) => {
  expect(await runProgram(folder, programOf(name))).toMatch(/^registered as \d+\n/);
});
