import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { layOut } from './lay-out.ts';
import { createTargetPage, findTarget, isImage } from './link-target.ts';
import { htmlPath, type Page } from './page.ts';
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
