import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Section } from './page.ts';

/** The folder of this repository. */
export const repositoryFolder: string = join(import.meta.dirname, '../../..');

/** The pages of the repository, by part of the navigation, in the order of the navigation. */
const sources: [Section, string[]][] = [
  ['Guide', ['README.md', 'docs/guide/README.md', ...listChapters(), 'docs/guide/*.md', 'apps/shop/README.md']],
  ['Packages', ['packages/client/README.md', 'packages/webhooks/README.md', '{packages,apps,spec}/**/README.md']],
  ['The service', ['spec/rules.md']],
  [
    'Project',
    ['CONTRIBUTING.md', 'SECURITY.md', 'docs/*.md', 'docs/images/*/README.md', 'packages/contract-tests/*.md'],
  ],
  ['Decisions', ['docs/decisions/README.md', 'docs/decisions/*.md']],
];

/** Lists the chapters of the guide in the order of its table of contents. */
function listChapters(): string[] {
  const guide = readFileSync(join(repositoryFolder, 'docs/guide/README.md'), 'utf8');
  return [...guide.matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, name]) => `docs/guide/${name}`);
}

/** Reads every page that is written in the repository. The first pattern that matches a page decides its place. */
export function readRepositoryPages(): Page[] {
  const pages = new Map<string, Page>();
  for (const [section, patterns] of sources) {
    for (const path of patterns.flatMap(findFiles)) {
      if (pages.has(path)) continue;
      pages.set(path, { path, section, markdown: readFileSync(join(repositoryFolder, path), 'utf8') });
    }
  }
  return [...pages.values()];
}

const findFiles = (pattern: string): string[] =>
  globSync(pattern, { cwd: repositoryFolder, exclude: ['**/node_modules', '**/dist'] }).sort();
