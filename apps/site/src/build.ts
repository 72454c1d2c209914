import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { createSite } from './create-site.ts';
import { readRepositoryPages, repositoryFolder } from './repository-pages.ts';
import { createServicePages } from './service-pages.ts';
import { createTypeScriptPages } from './typescript-pages.ts';

// Builds the site into `dist`. Fails if links are dead, and prints them.
const folder = join(import.meta.dirname, '../dist');
const pages = [...createServicePages(), ...readRepositoryPages(), ...(await createTypeScriptPages())];
const { files, problems } = createSite(pages);
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exitCode = 1;
} else {
  rmSync(folder, { recursive: true, force: true });
  for (const [path, content] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const index = relative(repositoryFolder, join(folder, 'index.html'));
  process.stdout.write(`${pages.length} pages: open ${index} in a browser.\n`);
}
