import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createLlmsText } from './llms.ts';
import type { Page } from './page.ts';
import { renderSite, type SiteFiles } from './render-site.ts';
import { createSearchData } from './search-data.ts';

const assets = join(import.meta.dirname, '../assets');
const miniSearch = createRequire(import.meta.url).resolve('minisearch');

/** Creates the site from its pages, with all assets. `problems` has a line for each dead link and each word of the search that leads nowhere. */
export function createSite(pages: Page[]): { files: SiteFiles; problems: string[] } {
  const site = renderSite(pages);
  const { files } = site;
  const search = createSearchData(pages, site.rendered);
  for (const name of ['style.css', 'search.js', 'copy-code.js'])
    files.set(`assets/${name}`, readFileSync(join(assets, name)));
  files.set('assets/minisearch.js', readFileSync(join(dirname(miniSearch), '../umd/index.js')));
  files.set('assets/search-data.js', search.script);
  for (const { path, markdown } of pages) files.set(path, markdown);
  files.set('llms.txt', createLlmsText(pages));
  return { files, problems: [...site.problems, ...search.problems] };
}
