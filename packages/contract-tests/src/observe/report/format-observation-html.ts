import { escapeHtml } from '../../deployment/escape-html.ts';
import { layOutPage } from '../../report/lay-out-page.ts';
import { type Finding, type Part, parts } from '../findings/finding.ts';
import {
  groupFindings,
  headings,
  noteEvidence,
  noteExchange,
  type ObservationReport,
  summaryOf,
} from './observation-report.ts';

/** The CSS class of a part. */
const classNames: Record<Part, string> = {
  contradicts: 'broken',
  'not in the document': 'differs',
  'shown now': 'held',
  'not seen': 'unchecked',
};

/** Writes an observation as a self-contained page: no script, font or image. */
export function formatObservationHtml(report: ObservationReport): string {
  const tables = parts.map((part) => formatPart(report, part));
  const main = `<p class="summary">${escapeHtml(summaryOf(report))}</p>
${tables.join('')}<p class="summary">by @escrow-kit/contract-tests ${escapeHtml(report.by)}</p>
`;
  return layOutPage('What the service showed', main);
}

function formatPart(report: ObservationReport, part: Part): string {
  const groups = groupFindings(report, part);
  const heading = `<h2 id="${classNames[part]}">${headings[part]}</h2>`;
  if (groups.length === 0) return `${heading}\n<p>Nothing.</p>\n`;
  const last = part === 'not seen' ? 'The call that would show it' : 'How often, how sure';
  return `${heading}
<table aria-labelledby="${classNames[part]}">
<thead><tr><th scope="col">Operation</th><th scope="col">What it is about</th><th scope="col">Finding</th><th scope="col">${last}</th></tr></thead>
<tbody>
${groups.flatMap(([operation, findings]) => findings.map((finding) => formatRow(operation, finding))).join('\n')}
</tbody>
</table>
`;
}

function formatRow(operation: string, finding: Finding): string {
  const { part, subject, text, remedy } = finding;
  const last = part === 'not seen' ? (remedy ?? '') : noteEvidence(finding);
  return `<tr class="${classNames[part]}"><th scope="row">${escapeHtml(operation)}</th><td><span class="outcome">${subject}</span></td>
<td><p>${escapeHtml(text)}</p>${formatExample(finding)}</td><td>${escapeHtml(last)}</td></tr>`;
}

function formatExample({ example }: Finding): string {
  if (!example) return '';
  return `<details><summary>such as ${escapeHtml(noteExchange(example))}</summary><pre>${escapeHtml(JSON.stringify(example, null, 2))}</pre></details>`;
}
