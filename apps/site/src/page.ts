/** A page before it is rendered. */
export interface Page {
  /** Where its Markdown is in the repository, or would be, such as `packages/client/README.md`: its links start from there. */
  path: string;
  markdown: string;
  /** The part of the navigation that lists it; undefined for none. */
  section: Section | undefined;
  /** What it is about, in a sentence. Default: the first one below its title. */
  summary?: string | undefined;
}

/** The parts of the navigation, in their order. */
export const sections = ['Guide', 'Packages', 'The service', 'TypeScript', 'Project', 'Decisions'] as const;

/** A part of the navigation. */
export type Section = (typeof sections)[number];

/** The page's file in the site: a README is its folder's index. */
export function htmlPath(path: string): string {
  const name = path.replace(/(^|\/)README\.md$/, '$1index').replace(/\.md$/, '');
  return `${name}.html`;
}

/** The first heading, without its marks. */
export function titleOf({ path, markdown }: Pick<Page, 'path' | 'markdown'>): string {
  const [, title] = /^# (.+)$/m.exec(markdown) ?? [];
  if (title === undefined) throw new Error(`${path} has no heading of the first level.`);
  return title.replaceAll(/[`*\\]/g, '');
}
