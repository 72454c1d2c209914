import { globSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

/** The folder of this repository. */
export const repositoryFolder: string = join(import.meta.dirname, '../..');

/** A page of the site. */
export interface Page {
  /** The path of its Markdown in the site, which is that in the repository if it is there. Links are relative to it. */
  path: string;
  title: string;
  markdown: string;
  /** The part of the navigation that lists it; undefined for none. */
  section: string | undefined;
  /** The group within the section. */
  topic?: string | undefined;
}

/** A page as `pages.json` lists it. */
export type ListedPage = Omit<Page, 'markdown'>;

/** The parts of the navigation, in their order, with the pages that the repository has. A page is in the first part that matches. */
const sections: [name: string | undefined, patterns: string[]][] = [
  ['Guide', ['README.md', 'docs/guide/README.md', ...listChapters(), 'docs/guide/*.md', 'apps/shop/README.md']],
  [
    'Packages',
    [
      'packages/client/README.md',
      'packages/webhooks/README.md',
      '{packages,apps,spec}/**/README.md',
      'apps/sandbox/SKILL.md',
    ],
  ],
  ['The service', ['spec/rules.md']],
  ['TypeScript', []],
  ['Project', ['*.md', 'docs/*.md', 'docs/images/*/README.md', 'packages/contract-tests/*.md']],
  ['Decisions', ['docs/decisions/README.md', 'docs/decisions/*.md']],
  // Files that pages link to. Each becomes a page at its path with `.md` after it.
  [
    undefined,
    ['docs/guide/*.yaml', 'apps/shop/src/*/*.ts', 'packages/webhooks/{vectors,verifiers}/*', 'spec/*.schema.json'],
  ],
];

/** Lists the chapters of the guide in the order of its table of contents. */
function listChapters(): string[] {
  const chapters = readRepositoryFile('docs/guide/README.md').matchAll(/\]\(([\w-]+\.md)\)/g);
  return [...chapters].map(([, name]) => `docs/guide/${name}`);
}

/** Reads the pages that are written in the repository. */
export function readRepositoryPages(): Page[] {
  const exclude = ['**/node_modules', '**/dist', '**/CHANGELOG.md'];
  const pages = new Map<string, Page>();
  for (const [section, patterns] of sections) {
    for (const path of patterns.flatMap((pattern) => globSync(pattern, { cwd: repositoryFolder, exclude }).sort())) {
      if (!pages.has(path)) pages.set(path, toPage(path, section));
    }
  }
  return [...pages.values()];
}

function toPage(path: string, section: string | undefined): Page {
  const text = readRepositoryFile(path);
  if (path.endsWith('.md')) return { path, title: titleOf(text), markdown: text, section };
  const code = `~~~~~~~~${extname(path).slice(1)}\n${text}~~~~~~~~`;
  return { path: `${path}.md`, title: path, markdown: `# ${path}\n\n${code}\n`, section };
}

export function readRepositoryFile(path: string): string {
  return readFileSync(join(repositoryFolder, path), 'utf8');
}

/** The first heading of a page, without its markup. */
export const titleOf = (markdown: string): string => (/^# (.+)$/m.exec(markdown)?.[1] ?? '').replaceAll(/[`*\\]/g, '');

/** The parts of the navigation, each with its pages. */
export function listSections(pages: ListedPage[]): [name: string, pages: ListedPage[]][] {
  return sections.flatMap(([name]) => (name ? [[name, pages.filter(({ section }) => section === name)]] : []));
}

/** Creates `llms.txt`: the list of pages for programs that read Markdown, which is beside the HTML. See https://llmstxt.org. */
export function createLlmsText(pages: ListedPage[]): string {
  const parts = listSections(pages).map(
    ([name, listed]) => `## ${name}\n\n${listed.map(({ title, path }) => `- [${title}](${path})`).join('\n')}`,
  );
  return `# escrow-kit\n\n> Everything to integrate the Escrow Contract Service.\n\n${parts.join('\n\n')}\n`;
}
