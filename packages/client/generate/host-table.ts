import { hostNames, operations } from '@escrow-kit/spec';

const marked = /(<!-- Written by `pnpm generate`. -->\n).*?(\n<!-- Until here. -->)/s;

/** Writes the operations of each host between the two marks of a page. Throws if the page has no marks. */
export function withHostTable(page: string): string {
  if (!marked.test(page)) throw new Error('hosts-and-tokens.md has no place for the operations of each host.');
  return page.replace(marked, `$1${hostTable()}$2`);
}

function hostTable(): string {
  const rows = hostNames.map((host) => [
    `\`${host}\``,
    operations
      .filter((operation) => operation.host === host)
      .map(({ id }) => `\`${id}\``)
      .join(', '),
  ]);
  const all = [['host', 'operations'], ...rows];
  const widths = [0, 1].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (cells: string[]): string => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [line(['host', 'operations']), rule, ...rows.map(line)].join('\n');
}
