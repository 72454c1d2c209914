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
    return lines.length === 0 ? [] : [`${[part === 'not seen' ? 'Not seen' : headings[part], ...lines].join('\n')}\n`];
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

/** What was not seen, without the calls that would show it: there is too much of it for a terminal. */
function formatNotSeen({ findings }: ObservationReport): string[] {
  const own = findings.filter(({ part }) => part === 'not seen');
  const [calls, events, places] = [
    own.filter(({ subject }) => subject === 'operation'),
    own.filter(({ subject }) => subject === 'event'),
    own.filter(({ subject }) => subject !== 'operation' && subject !== 'event'),
  ] as const;
  const operations = new Set(places.map(({ operation }) => operation)).size;
  const list = (names: string[], label: string): string[] =>
    names.length === 0 ? [] : [wrap(`${label}: ${names.join(', ')}`, '  ')];
  return [
    ...list(
      calls.flatMap(({ operation }) => operation ?? []),
      'not called',
    ),
    ...list(
      events.map(({ eventStatus = 'all' }) => eventStatus),
      'events not seen',
    ),
    ...(places.length === 0
      ? []
      : [
          wrap(
            `Open places that were not shown: ${places.length}, of ${operations === 1 ? 'one operation' : `${operations} operations`}; the page (--html) and the JSON (--json) list them, with the calls that would show them.`,
            '  ',
          ),
        ]),
  ];
}

/** Lines of at most {@link columns} characters, each indented; those after the first by two more. */
function wrap(text: string, indent: string): string {
  const lines = wrapAnsi(text, columns - indent.length - 2).split('\n');
  return lines.map((line, index) => `${indent}${index === 0 || indent === '' ? '' : '  '}${line}`).join('\n');
}
