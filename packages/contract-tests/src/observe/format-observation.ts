import { escapeHidden } from '../deployment/escape-hidden.ts';
import type { Evidence, ObservationReport } from './observe.ts';

/** Writes an observation for a terminal. */
export function formatObservation(report: ObservationReport): string {
  const { contradictions, unknownCalls, statuses, fields, notes } = report;
  const sections: [heading: string, lines: string[]][] = [
    [
      'Contradicts the document',
      contradictions.map(
        (one) => `${one.rule} (${one.basis})  ${one.operation}: ${one.place} ${one.message}  ${times(one)}`,
      ),
    ],
    [
      'No operation of the document',
      unknownCalls.map((one) => `${one.call}: ${one.status === 0 ? 'no answer' : one.status}  ${times(one)}`),
    ],
    [
      'Seen where the document is open',
      [
        ...statuses.map((one) => `${one.operation}: status ${one.status}  ${times(one)}`),
        ...fields.map((one) => `${one.operation}: ${one.message} ${one.field || 'body'}: ${one.type}  ${times(one)}`),
      ],
    ],
    ['Notes', notes],
  ];
  const shown = sections.filter(([, lines]) => lines.length > 0);
  const text = shown.map(([heading, lines]) => [heading, ...lines.map((line) => `  ${line}`), ''].join('\n'));
  return escapeHidden(`${text.join('\n')}${text.length > 0 ? '\n' : ''}${summaryOf(report)}\n`);
}

const times = ({ count, first }: Evidence): string => `(${count === 1 ? 'once' : `${count} times, first`} in ${first})`;

function summaryOf({ exchanges, known, foreign, unreadable, contradictions }: ObservationReport): string {
  const counts = [
    `Exchanges: ${exchanges}`,
    `of operations of the document: ${known}`,
    ...(foreign > 0 ? [`left out, of other addresses: ${foreign}`] : []),
    ...(unreadable > 0 ? [`unreadable: ${unreadable}`] : []),
    `contradictions: ${contradictions.length}`,
  ];
  return `${counts.join('; ')}.`;
}
