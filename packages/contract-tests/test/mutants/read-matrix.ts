import { readFileSync } from 'node:fs';
import type { Mutant } from './mutant.ts';

const page = new URL('../../mutants.md', import.meta.url);

/** The page that lists what noticed each broken sandbox. */
export const writtenMatrix: string = readFileSync(page, 'utf8');

/** What noticed each broken sandbox when the page was written, by its name. */
const noticedBy = new Map(
  writtenMatrix.split(/^## /m).flatMap((section) => {
    const [rule = ''] = section.split('\n');
    const parts = section.matchAll(
      /^A sandbox that (.*) \((?:broken|(?:implied|assumed): differs|not checkable)\) is noticed by\n\n((?:- .*\n)*)/gm,
    );
    return [...parts].map(([, does = '', list = '']) => [
      nameOf({ rule, does }),
      list.split('\n').flatMap((line) => (line && line !== '- nothing' ? [line.slice(2)] : [])),
    ]);
  }),
);

/** The interactions that noticed a broken sandbox when the page was written; none if the page does not have it. */
export const noticedBefore = (mutant: Mutant): string[] => noticedBy.get(nameOf(mutant)) ?? [];

function nameOf({ rule, does }: Pick<Mutant, 'rule' | 'does'>): string {
  return `${rule} ${does}`;
}
