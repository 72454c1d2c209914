import { readFileSync } from 'node:fs';
import type { Mutant } from './ways.ts';

/** The page that lists which check notices each broken sandbox. */
export const writtenPage: string = readFileSync(new URL('../../mutants.md', import.meta.url), 'utf8');

const startOf = ({ rule, does, verdict = 'broken' }: Mutant): string => `- ${rule} ${does} (${verdict}): `;

/** The check that noticed a broken sandbox when the page was written; undefined if the page has none. */
export function noticedBefore(mutant: Mutant): string | undefined {
  const start = startOf(mutant);
  const line = writtenPage.split('\n').find((one) => one.startsWith(start));
  return line === undefined || line.endsWith(': nothing') ? undefined : line.slice(start.length);
}

/** Writes the page, in the order of the rules. */
export function formatPage(noticed: readonly { mutant: Mutant; by: string | undefined }[]): string {
  const byRule = noticed.toSorted((one, other) =>
    one.mutant.rule.localeCompare(other.mutant.rule, 'en', { numeric: true }),
  );
  return `${title}\n${byRule.map(({ mutant, by = 'nothing' }) => `${startOf(mutant)}${by}\n`).join('')}`;
}

const title = `# Broken on purpose

Each of these sandboxes breaks one rule: what it does, the verdict on the rule, and the first check that leads to it. Written by the tests;
\`vitest run --mode soak test/mutants -u -t 'up to date'\` writes it again.
`;
