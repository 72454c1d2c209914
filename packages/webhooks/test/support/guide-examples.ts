import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const guide = join(import.meta.dirname, '../../../../docs/guide');

/** The TypeScript blocks of a page, in their order. */
export async function readExamples(page: string): Promise<string[]> {
  return Array.from((await readFile(page, 'utf8')).matchAll(/```ts\n(.*?)```/gs), ([, code = '']) => code);
}

/** The blocks of the chapter about engines, by the names of their files, which they begin with. On a free port: 3000 may be in use. */
export async function readEngineExamples(): Promise<[file: string, code: string][]> {
  const blocks = await readExamples(join(guide, 'own-engine.md'));
  return blocks.map((code) => [/^\/\/ (\S+\.ts)\b/.exec(code)?.[1] ?? '', code.replace('.listen(3000)', '.listen(0)')]);
}
