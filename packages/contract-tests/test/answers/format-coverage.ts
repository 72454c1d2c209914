import { coveredAnswers } from './covered-answers.ts';
import { documentedAnswers } from './documented-answers.ts';
import { gaps } from './gaps.ts';

const operationIds = [...new Set(documentedAnswers.map((answer) => answer.split(' ')[0] ?? ''))];
const statuses = [...new Set(documentedAnswers.map((answer) => answer.split(' ')[1] ?? ''))].sort();

function cell(answer: string): string {
  if (!documentedAnswers.includes(answer)) return '';
  return gaps[answer] ? 'gap' : String(coveredAnswers.get(answer) ?? 'open');
}

/** A table as the formatter writes it: each column as wide as its widest cell. */
function formatTable(rows: string[][]): string[] {
  const [header = [], ...body] = rows;
  const widths = header.map((_, column) => Math.max(3, ...rows.map((cells) => cells[column]?.length ?? 0)));
  const line = (cells: string[], fill = ' ') =>
    `| ${cells.map((text, column) => text.padEnd(widths[column] ?? 0, fill)).join(' | ')} |`;
  const rule = line(
    header.map(() => ''),
    '-',
  );
  return [line(header), rule, ...body.map((cells) => line(cells))];
}

/** A page that says how many interactions each documented answer of each operation has. */
export function formatCoverage(): string {
  const closed = documentedAnswers.filter((answer) => coveredAnswers.has(answer)).length;
  const reasons = [...new Set(Object.values(gaps))].map((reason) => {
    const answers = Object.keys(gaps).filter((answer) => gaps[answer] === reason);
    return `- ${reason} (${answers.join(', ')})`;
  });
  return [
    '# What the pacts cover',
    '',
    'How many interactions each documented answer of each operation has. Written by `test/answers`, which fails if an',
    'answer has neither an interaction nor a reason.',
    '',
    ...formatTable([
      ['operation', ...statuses],
      ...operationIds.map((id) => [id, ...statuses.map((status) => cell(`${id} ${status}`))]),
    ]),
    '',
    `${closed} of ${documentedAnswers.length} documented answers have an interaction; ${Object.keys(gaps).length} are gaps:`,
    '',
    ...reasons,
    '',
  ].join('\n');
}
