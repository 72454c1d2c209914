import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readRepositoryPages, repositoryFolder } from './pages.ts';
import { createServicePages } from './service-pages.ts';
import { createTypeScriptPages } from './typescript-pages.ts';

// Writes the pages that VitePress builds the site of, and `pages.json` with the list of them.
const folder = join(import.meta.dirname, '../.vitepress/pages');
const pages = [...readRepositoryPages(), ...createServicePages(), ...(await createTypeScriptPages())];
rmSync(folder, { recursive: true, force: true });
for (const { path, markdown } of pages) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), markdown);
}
cpSync(join(repositoryFolder, 'docs/images'), join(folder, 'docs/images'), { recursive: true });
writeFileSync(join(folder, 'pages.json'), JSON.stringify(pages.map(({ markdown, ...listed }) => listed)));
