import { readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';

/** The folder of this repository. */
export const repositoryFolder: string = join(import.meta.dirname, '../../../..');

/** A file that a command writes. */
export interface WrittenFile {
  path: string;
  /** `pnpm generate`, or a command to run in the file's workspace. */
  command: string;
}

/** What docs/change.md says about a change. */
export interface ListedChange {
  /** The two numbers in the table at its top. */
  counts: { byHand: number; written: number };
  /** The files to edit. NAME and TOPIC stand for any word. */
  byHand: string[];
  written: WrittenFile[];
}

/** Whether the page leaves a file out, because every change of a package has one. */
export const isChangeset = (path: string): boolean => path.startsWith('.changeset/');

/** The text of docs/change.md. */
export const changePage: string = readFileSync(join(repositoryFolder, 'docs/change.md'), 'utf8');

/** Reads what the page says in a section. Throws if the page has no such section or no row for it. */
export function readListedChange(section: string): ListedChange {
  const text = changePage.split(/^## /m).find((part) => part.startsWith(`${section}\n`));
  const summary = rowsOf(changePage, 'change').find(([name]) => name?.endsWith(`](#${anchorOf(section)})`));
  if (!text || !summary) throw new Error(`docs/change.md has no section, or no row that links to it: ${section}`);
  const [, byHand, written] = summary.map((cell) => Number.parseInt(cell, 10));
  return {
    counts: { byHand: byHand ?? 0, written: written ?? 0 },
    byHand: Array.from(text.matchAll(/^- `([^`]+)`: /gm), ([, path]) => path ?? ''),
    written: Array.from(text.matchAll(/^Written by `([^`]+)`: (.+)$/gm)).flatMap(([, command = '', paths = '']) =>
      Array.from(paths.matchAll(/`([^`]+)`/g), ([, path]) => ({ path: path ?? '', command })),
    ),
  };
}

/** The sections of the page. */
export const listedSections = (): string[] => Array.from(changePage.matchAll(/^## (.+)$/gm), ([, name]) => name ?? '');

/** For each path, the name that the page has for it, or the path itself; sorted. */
export const namedFilesOf = (names: string[], paths: string[]): string[] =>
  paths.map((path) => names.find((name) => isNamed(name, path)) ?? path).toSorted();

const isNamed = (name: string, path: string): boolean => matchesGlob(path, name.replaceAll(/NAME|TOPIC/g, '*'));

/** The cells of a table, by the first cell of its head. */
function rowsOf(text: string, head: string): string[][] {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => cellsOf(line)[0] === head);
  if (first < 0) return [];
  const end = lines.findIndex((line, index) => index > first && !line.startsWith('|'));
  return lines.slice(first + 2, end < 0 ? undefined : end).map(cellsOf);
}

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

const anchorOf = (heading: string): string => heading.toLowerCase().replaceAll(' ', '-');
