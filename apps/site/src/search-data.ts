import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rules } from '@escrow-kit/spec';
import { parse } from 'yaml';
import { htmlPath, type Page, titleOf } from './page.ts';
import type { RenderedMarkdown, TextPart } from './render-markdown.ts';

/** Something that the search finds. */
interface Entry {
  title: string;
  /** The title of its page. */
  page: string;
  text: string;
  href: string;
  /** The heading that results have it below. */
  group: 'Guide' | 'Operations' | 'TypeScript' | 'Rules';
  /** More for what answers more. */
  weight: number;
  /** Its place in `search-words.yaml`. */
  place: string;
}

/** Other words by `PAGE#HEADING`, or by `PAGE` for its beginning. */
const otherWords: Record<string, string> = parse(
  readFileSync(join(import.meta.dirname, '../search-words.yaml'), 'utf8'),
);

const rulesPage = 'spec/rules.md';

/**
 * Creates the data of the search as a script, because a page that is opened from a disk can load nothing else. `problems` has a line
 * for each place of `search-words.yaml` that pages of the site should have and don't.
 */
export function createSearchData(
  pages: Page[],
  rendered: Map<string, RenderedMarkdown>,
): { script: string; problems: string[] } {
  const entries = pages.flatMap((page) => [
    ...listParts(page, rendered.get(htmlPath(page.path))?.parts ?? []),
    ...(page.path === rulesPage ? listRules(page) : []),
  ]);
  const found = new Set(entries.map(({ place }) => place));
  const paths = new Set(pages.map(({ path }) => path));
  const problems = Object.keys(otherWords)
    .filter((place) => paths.has(place.split('#')[0] ?? '') && !found.has(place))
    .map((place) => `search-words.yaml: ${place} does not exist.`);
  const data = entries.map(({ place, ...entry }) => ({ ...entry, words: otherWords[place] }));
  return { script: `globalThis.searchParts = ${JSON.stringify(data)};\n`, problems };
}

function listParts(page: Page, parts: TextPart[]): Entry[] {
  return partsToFind(page, parts).map(({ id, level, title, text }) => ({
    title,
    page: titleOf(page),
    text,
    href: `${htmlPath(page.path)}#${id}`,
    group: groupOf(page),
    weight: weightOf(page) * (level === 1 ? 1.5 : 1),
    place: level === 1 ? page.path : `${page.path}#${id}`,
  }));
}

const isOperation = ({ path }: Page): boolean => /^reference\/[a-z]\w+\.md$/.test(path) && !path.includes('workflows');

function groupOf(page: Page): Entry['group'] {
  if (page.section === 'TypeScript') return 'TypeScript';
  if (page.path === rulesPage) return 'Rules';
  return isOperation(page) ? 'Operations' : 'Guide';
}

function weightOf({ section }: Page): number {
  if (section === 'Project' || section === 'Decisions') return 0.3;
  return section === 'TypeScript' ? 0.3 : 1;
}

/** The parts of a page that the search finds: an operation and a symbol of a package once, with all their parts, and no rule. */
function partsToFind(page: Page, parts: TextPart[]): TextPart[] {
  if (page.path === rulesPage) return parts.filter(({ id }) => !['the-rules', 'what-the-rules-rest-on'].includes(id));
  if (isOperation(page))
    return joinBelow(
      1,
      parts.filter(({ id }) => !['example', 'rules'].includes(id)),
    );
  if (page.section !== 'TypeScript') return parts;
  return joinBelow(3, parts).filter(({ level, text }) => level !== 2 && !/^(Renames and re|Re)-exports /.test(text));
}

/** Adds the parts below a level to the part that they are below. */
function joinBelow(level: number, parts: TextPart[]): TextPart[] {
  const joined: TextPart[] = [];
  for (const part of parts) {
    const above = joined.at(-1);
    if (above && part.level > level) above.text += `${part.title} ${part.text}`;
    else joined.push({ ...part });
  }
  return joined;
}

/** An entry for each rule, because its id is not a heading. The link leads to its row, or to the table in older browsers. */
function listRules(page: Page): Entry[] {
  return Object.entries(rules).map(([id, { text }]) => ({
    title: id,
    text,
    page: id,
    href: `${htmlPath(page.path)}#the-rules:~:text=${id.replaceAll('-', '%2D')}`,
    group: 'Rules',
    weight: 0.6,
    place: `${page.path}#${id}`,
  }));
}
