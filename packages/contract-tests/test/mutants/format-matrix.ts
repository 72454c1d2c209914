import type { Trial } from './try-mutant.ts';

/** Writes what noticed each broken sandbox as a page, in the order of the rules. */
export function formatMatrix(trials: readonly Pick<Trial, 'mutant' | 'noticedBy'>[]): string {
  const rows = trials.map(({ mutant, noticedBy }) => ({ ...mutant, noticedBy: noticedBy.map((name) => `- ${name}`) }));
  const byRule = Object.entries(Object.groupBy(rows, ({ rule }) => rule)).toSorted(([one], [other]) =>
    one.localeCompare(other, 'en', { numeric: true }),
  );
  const sections = byRule.map(([rule, broken = []]) => {
    const parts = broken.map(
      ({ does, verdict = 'broken', noticedBy }) =>
        `A sandbox that ${does} (${verdict}) is noticed by\n\n${noticedBy.join('\n') || '- nothing'}\n`,
    );
    return `## ${rule}\n\n${parts.join('\n')}`;
  });
  return `${title}\n${sections.join('\n')}`;
}

const title = `# Broken on purpose

Each sandbox here breaks one rule and is verified by the interactions of that rule. Written by the tests; \`vitest run --mode soak test/mutants -u -t 'up to date'\` writes it again.
`;
