import rules from '../rules.json' with { type: 'json' };

/** What each letter of a rule's `where` stands for. */
const holders: Record<string, string> = {
  S: 'the document',
  C: 'client',
  B: 'sandbox',
  M: 'mock',
  P: 'contract tests',
  W: 'webhooks',
  K: 'browser checkout',
};

/** The rules as a page for people. */
export function rulesPage(): string {
  const rows = Object.entries(rules).map(([id, { text, where }]) => `| ${id} | ${text} | ${toNames(where)} |`);
  return `# The rules of the service

What the service promises and demands, each rule under the id that errors, tests and reports name. The last column says
what holds it, each with tests whose titles begin with the id. Written from \`rules.json\` by \`pnpm generate\`.

| id | rule | held by |
| --- | --- | --- |
${rows.join('\n')}
`;
}

function toNames(where: string[]): string {
  return where.map((letter) => holders[letter] ?? letter).join(', ');
}
