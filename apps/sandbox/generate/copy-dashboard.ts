import { globSync, readFileSync } from 'node:fs';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

// The sandbox contains the build of the dashboard, its files also compressed. Both the sources and the package serve it from here.
const built = new URL('../../dashboard/dist/', import.meta.url);
const carried = new URL('../dist/dashboard/', import.meta.url);
await rm(carried, { recursive: true, force: true });
for (const name of ['index.html', 'licenses.md']) await cp(new URL(name, built), new URL(name, carried));

// Files of an earlier build may be beside them.
const manifest: Record<string, { file: string; css?: string[] }> = JSON.parse(
  await readFile(new URL('.vite/manifest.json', built), 'utf8'),
);
for (const name of new Set(Object.values(manifest).flatMap(({ file, css = [] }) => [file, ...css]))) {
  const bytes = await readFile(new URL(name, built));
  await cp(new URL(name, built), new URL(name, carried));
  await writeFile(new URL(`${name}.br`, carried), await promisify(brotliCompress)(bytes));
  await writeFile(new URL(`${name}.gz`, carried), await promisify(gzip)(bytes, { level: 9 }));
}

// The guide and the READMEs by section, for the tools of `escrow-sandbox mcp`.
const repository = join(import.meta.dirname, '../../..');
const patterns = ['README.md', 'docs/guide/*.md', '{packages,apps}/*/README.md', 'spec/README.md'];
const sections = globSync(patterns, { cwd: repository })
  .sort()
  .flatMap((page) => {
    const parts = readFileSync(join(repository, page), 'utf8').split(/^(?=#{1,3} )/m);
    return parts.map((text) => ({ page, title: /^#+ (.*)/.exec(text)?.[1] ?? '', text }));
  });
await writeFile(new URL('../guide.json', carried), JSON.stringify(sections.map((section, id) => ({ id, ...section }))));
