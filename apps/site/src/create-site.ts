import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { rules } from '@escrow-kit/spec';
import { createLlmsText } from './llms.ts';
import { htmlPath, type Page, titleOf } from './page.ts';
import { type RenderedSite, renderSite, type SiteFiles } from './render-site.ts';

const assets = join(import.meta.dirname, '../assets');
const miniSearch = createRequire(import.meta.url).resolve('minisearch');

/** Creates the site from its pages, with all assets. `problems` has a line for each dead link. */
export function createSite(pages: Page[]): { files: SiteFiles; problems: string[] } {
  const site = renderSite(pages);
  const { files, problems } = site;
  for (const name of ['style.css', 'search.js', 'copy-code.js'])
    files.set(`assets/${name}`, readFileSync(join(assets, name)));
  files.set('assets/minisearch.js', readFileSync(join(dirname(miniSearch), '../umd/index.js')));
  files.set('assets/search-data.js', createSearchData(pages, site));
  for (const { path, markdown } of pages) files.set(path, markdown);
  files.set('llms.txt', createLlmsText(pages));
  return { files, problems };
}

const rulesPage = 'spec/rules.md';

/** Sections of that page with the rules, which the search finds one by one. */
const repeatsRules = ['the-rules', 'what-the-rules-rest-on'];

/** Creates the data of the search as a script, because a page that is opened from a disk can load nothing else. */
function createSearchData(pages: Page[], { rendered }: RenderedSite): string {
  const parts = pages.flatMap((page) => {
    const file = htmlPath(page.path);
    const isAbout = page.section === 'Project' || page.section === 'Decisions';
    const own = (rendered.get(file)?.parts ?? []).filter(
      ({ id }) => !(page.path === rulesPage && repeatsRules.includes(id)),
    );
    return own.map(({ id, ...part }) => ({
      ...part,
      page: titleOf(page),
      href: `${file}#${id}`,
      weight: isAbout ? 0.3 : 1,
    }));
  });
  const entries = [...parts, ...rulesToFind(pages)].map((part, id) => ({ ...part, id }));
  return `globalThis.searchParts = ${JSON.stringify(entries)};\n`;
}

/** An entry for each rule, because its id is not a heading. The link leads to its row, or to the table in older browsers. */
function rulesToFind(pages: Page[]) {
  const page = pages.find(({ path }) => path === rulesPage);
  if (!page) return [];
  return Object.entries(rules).map(([id, { text }]) => ({
    title: id,
    text,
    page: titleOf(page),
    href: `${htmlPath(page.path)}#the-rules:~:text=${id.replaceAll('-', '%2D')}`,
    weight: 2,
  }));
}
