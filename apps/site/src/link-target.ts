import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, extname, join, relative } from 'node:path';
import { type Page, titleOf } from './page.ts';
import { repositoryFolder } from './repository-pages.ts';

/** Pages by their path. */
export type Pages = Map<string, Page>;

export const isImage = (path: string): boolean => ['.png', '.svg'].includes(extname(path));

/** Finds the path that a link leads to: a page, a file, or the README of a folder, which need not exist. */
export function findTarget(path: string, pages: Pages): string | undefined {
  if (pages.has(path)) return path;
  if (path.startsWith('..') || !existsSync(join(repositoryFolder, path))) return undefined;
  const isFolder = statSync(join(repositoryFolder, path)).isDirectory();
  return isFolder ? join(path, 'README.md') : path;
}

/** Creates a page for a link target that is not a page: the list of a folder's pages, or a file's source. */
export function createTargetPage(path: string, pages: Pages): Page {
  const [folder, name] = [dirname(path), path.replace(/\/README\.md$/, '')];
  const content = name === path ? showFile(path) : listFolder(folder, pages);
  return { path, section: undefined, markdown: `# ${name}\n\n${content}\n` };
}

function listFolder(folder: string, pages: Pages): string {
  const inside = [...pages.values()].filter(({ path }) => dirname(path) === folder);
  return inside.map((page) => `- [${titleOf(page)}](${relative(folder, page.path)})`).join('\n');
}

function showFile(path: string): string {
  const fence = '~'.repeat(8);
  return `${fence}${extname(path).slice(1)}\n${readFileSync(join(repositoryFolder, path), 'utf8')}${fence}`;
}
