import { wrapAnsi } from 'fast-wrap-ansi';
import { escapeHidden } from '../../deployment/escape-hidden.ts';
import { type Finding, type Part, parts } from '../findings/finding.ts';
import {
  groupFindings,
  headings,
  noteEvidence,
  noteExchange,
  type ObservationReport,
  summaryOf,
} from './observation-report.ts';

const columns = 100;

/** Writes an observation for a terminal, in lines of at most 100 characters: first what contradicts, last how much was observed. */
export function formatObservationText(report: ObservationReport): string {
  const sections = parts.flatMap((part) => {
    const lines = part === 'not seen' ? formatNotSeen(report) : formatPart(report, part);
    return lines.length === 0 ? [] : [`${[headings[part], ...lines].join('\n')}\n`];
  });
  return escapeHidden([...sections, `${wrap(summaryOf(report), '')}\n`].join('\n'));
}

function formatPart(report: ObservationReport, part: Part): string[] {
  return groupFindings(report, part).flatMap(([operation, findings]) => [
    `  ${operation}`,
    ...findings.flatMap(formatFinding),
  ]);
}

function formatFinding(finding: Finding): string[] {
  const { text, example } = finding;
  const lines = [wrap(`- ${text} (${noteEvidence(finding)})`, '    ')];
  return example && finding.part === 'contradicts'
    ? [...lines, wrap(`such as ${noteExchange(example)}`, '      ')]
    : lines;
}

/** Operations that were not called are one line together. */
function formatNotSeen(report: ObservationReport): string[] {
  const groups = groupFindings(report, 'not seen');
  const [uncalled, partly] = [true, false].map((isWhole) =>
    groups.filter(([, findings]) => findings.some(({ subject }) => subject === 'operation') === isWhole),
  ) as [typeof groups, typeof groups];
  const names = uncalled.map(([operation]) => operation).join(', ');
  return [
    ...(names === '' ? [] : [wrap(`not called: ${names}`, '  ')]),
    ...partly.flatMap(([operation, findings]) => [
      `  ${operation}`,
      ...findings.map(({ text, remedy = '' }) => wrap(`- ${text} ${remedy}`, '    ')),
    ]),
  ];
}

/** Lines of at most {@link columns} characters, each indented; those after the first by two more. */
function wrap(text: string, indent: string): string {
  const lines = wrapAnsi(text, columns - indent.length - 2).split('\n');
  return lines.map((line, index) => `${indent}${index === 0 || indent === '' ? '' : '  '}${line}`).join('\n');
}
