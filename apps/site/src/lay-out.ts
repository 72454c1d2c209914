import { dirname, relative } from 'node:path';
import { htmlPath, type Page, sections, titleOf } from './page.ts';
import { escapeHtml, type RenderedMarkdown } from './render-markdown.ts';

/** Lays out a page: its content with the navigation, the search, an outline, and links to the pages before and after it. */
export function layOut(page: Page, content: RenderedMarkdown, pages: Page[]): string {
  const file = htmlPath(page.path);
  const toRoot = relative(dirname(file), '.') || '.';
  const title = titleOf(page);
  const outline = listHeadings(content);
  const name = title === 'escrow-kit' ? title : `${title} · escrow-kit`;
  return `<!doctype html>
<html lang="en" data-root="${toRoot}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(name)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${toRoot}/assets/style.css">
<script defer src="${toRoot}/assets/search.js"></script>
<script defer src="${toRoot}/assets/copy-code.js"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="home" href="${toRoot}/index.html">escrow-kit</a>
<a class="to-pages" href="#pages">Pages</a>
<search><input type="search" placeholder="Search" aria-label="Search" aria-controls="found" autocomplete="off"><div id="found" aria-live="polite" hidden></div></search>
</header>
<nav id="pages" aria-label="Pages">
${sections.map((section) => navigationOf(section, { file, pages })).join('\n')}
</nav>
<main id="content">
${outline && `<details class="contents"><summary>On this page</summary>${outline}</details>`}
${content.html}${linkNeighbours(page, pages)}
</main>
${outline && `<aside aria-label="On this page">${outline}</aside>`}
</body>
</html>
`;
}

function navigationOf(section: string, { file, pages }: { file: string; pages: Page[] }): string {
  const listed = pages.filter((page) => page.section === section);
  if (listed.length === 0) return '';
  const items = listed.map((page) => {
    const target = htmlPath(page.path);
    const current = target === file ? ' aria-current="page"' : '';
    return `<li><a href="${relative(dirname(file), target)}"${current}>${escapeHtml(titleOf(page))}</a></li>`;
  });
  const isOpen = ['Guide', 'Packages'].includes(section) || listed.some((page) => htmlPath(page.path) === file);
  return `<details${isOpen ? ' open' : ''}><summary>${section}</summary><ul>${items.join('')}</ul></details>`;
}

/** The headings of the page, as links; empty if there are fewer than two. */
function listHeadings({ headings }: RenderedMarkdown): string {
  const listed = headings.filter(({ level }) => level === 2 || level === 3);
  if (listed.length < 2) return '';
  const items = listed.map(
    ({ id, level, text }) => `<li class="level-${level}"><a href="#${id}">${escapeHtml(text)}</a></li>`,
  );
  return `<ul>${items.join('')}</ul>`;
}

/** Links to the pages before and after this one, in the order of the navigation; empty for a page that is not listed. */
function linkNeighbours(page: Page, pages: Page[]): string {
  const listed = sections.flatMap((section) => pages.filter((other) => other.section === section));
  const index = listed.indexOf(page);
  if (index < 0) return '';
  const neighbours = [
    { rel: 'prev', label: 'Previous', neighbour: listed[index - 1] },
    { rel: 'next', label: 'Next', neighbour: listed[index + 1] },
  ];
  const links = neighbours.map(({ rel, label, neighbour }) => {
    if (!neighbour) return '';
    const href = relative(dirname(htmlPath(page.path)), htmlPath(neighbour.path));
    return `<a rel="${rel}" href="${href}"><small>${label}</small>${escapeHtml(titleOf(neighbour))}</a>`;
  });
  return `<nav class="neighbours" aria-label="Previous and next">${links.join('')}</nav>`;
}
