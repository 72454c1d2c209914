import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, extname, join, relative } from 'node:path';
import { layOut } from './lay-out.ts';
import { htmlPath, type Page, titleOf } from './page.ts';
import { type RenderedMarkdown, renderMarkdown } from './render-markdown.ts';
import { repositoryFolder } from './repository-pages.ts';

/** The files of the site, by path. */
export type SiteFiles = Map<string, string | Buffer>;

/** Rendered pages, and their dead links. */
export interface RenderedSite {
  files: SiteFiles;
  /** By the path of the HTML. */
  rendered: Map<string, RenderedMarkdown>;
  /** A line for each dead link. */
  problems: string[];
}

/** A link to a heading or another place on a page. */
interface PlaceLink {
  page: string;
  target: string;
  file: string;
  id: string;
}

/**
 * Renders all pages. A link to a file of the repository leads to a page with that file, and a link to a folder to the list of its
 * pages. Links are relative, so the folder works anywhere, even opened from a disk.
 */
export function renderSite(listed: Page[]): RenderedSite {
  const pages = new Map(listed.map((page) => [page.path, page]));
  const site: RenderedSite = { files: new Map(), rendered: new Map(), problems: [] };
  const placeLinks: PlaceLink[] = [];

  function toHref(page: string, target: string): string {
    if (/^[a-z]+:/.test(target)) return target;
    const [place = '', id = ''] = target.split('#');
    const found = place === '' ? page : findTarget(join(dirname(page), decodeURIComponent(place)), pages);
    if (found === undefined) {
      site.problems.push(`${page}: ${target} does not exist.`);
      return target;
    }
    if (isImage(found)) site.files.set(found, readFileSync(join(repositoryFolder, found)));
    // A page that is added here is rendered too: iterating a map includes entries added meanwhile.
    else if (!pages.has(found)) pages.set(found, createTargetPage(found, pages));
    const file = isImage(found) ? found : htmlPath(found);
    if (id) placeLinks.push({ page, target, file, id });
    return `${relative(dirname(htmlPath(page)), file)}${id && `#${id}`}`;
  }

  for (const page of pages.values()) {
    const content = renderMarkdown(page.markdown, (target) => toHref(page.path, target));
    site.rendered.set(htmlPath(page.path), content);
    site.files.set(htmlPath(page.path), layOut(page, content, listed));
  }
  for (const { page, target, file, id } of placeLinks) {
    if (!site.rendered.get(file)?.ids.has(id)) site.problems.push(`${page}: ${target} does not exist in ${file}.`);
  }
  return site;
}

/** Pages by their path. */
type Pages = Map<string, Page>;

const isImage = (path: string): boolean => ['.png', '.svg', '.webp'].includes(extname(path));

/** Finds the path that a link leads to: a page, a file, or the README of a folder, which need not exist. */
function findTarget(path: string, pages: Pages): string | undefined {
  if (pages.has(path)) return path;
  if (path.startsWith('..') || !existsSync(join(repositoryFolder, path))) return undefined;
  const isFolder = statSync(join(repositoryFolder, path)).isDirectory();
  return isFolder ? join(path, 'README.md') : path;
}

/** Creates a page for a link target that is not a page: the list of a folder's pages, or a file's source. */
function createTargetPage(path: string, pages: Pages): Page {
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
