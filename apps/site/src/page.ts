/** A page before it is rendered. */
export interface Page {
  /** The path of its Markdown in the repository, real or not, such as `packages/client/README.md`. Its links are relative to it. */
  path: string;
  markdown: string;
  /** The part of the navigation that lists it; undefined for none. */
  section: Section | undefined;
  /** A sentence about the page. Default: the first one below its title. */
  summary?: string | undefined;
}

/** The parts of the navigation, in their order. */
export const sections = ['Guide', 'Packages', 'The service', 'TypeScript', 'Project', 'Decisions'] as const;

/** A part of the navigation. */
export type Section = (typeof sections)[number];

/** The page's file in the site. A README becomes its folder's index. */
export function htmlPath(path: string): string {
  const name = path.replace(/(^|\/)README\.md$/, '$1index').replace(/\.md$/, '');
  return `${name}.html`;
}

/** The first heading, without its markup. */
export function titleOf({ path, markdown }: Pick<Page, 'path' | 'markdown'>): string {
  const [, title] = /^# (.+)$/m.exec(markdown) ?? [];
  if (title === undefined) throw new Error(`${path} has no heading of the first level.`);
  return title.replaceAll(/[`*\\]/g, '');
}
