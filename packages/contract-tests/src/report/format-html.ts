import { escapeHtml } from '../deployment/escape-html.ts';
import type { RuleSummary } from '../judge/summarize-rules.ts';
import { type Outcome, outcomes, type VerifiedInteraction } from '../judge/verification.ts';
import { noteBasis, type Row } from './describe-cause.ts';
import { layOutPage } from './lay-out-page.ts';
import type { Report } from './report.ts';
import { countOf, type ToldFinding, tell } from './tell.ts';

/** The CSS class of an outcome. */
const classNames: Record<Outcome, string> = {
  held: 'held',
  broken: 'broken',
  'own pact: differs': 'broken',
  'implied: differs': 'differs',
  'assumed: differs': 'differs',
  'not checkable': 'unchecked',
};

/** Writes a report as a self-contained page: no script, font or image. */
export function formatHtml(report: Report): string {
  const { hosts, startedAt, durationInSeconds, given, asked, version } = report;
  const { headline, summary, findings, own, leftOut, remarks } = tell(report);
  const main = `<p class="summary">${escapeHtml(summary)}</p>
<dl>
${Object.entries(hosts)
  .map(([name, url]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(url)}</dd>`)
  .join('\n')}
<dt>began</dt><dd><time datetime="${startedAt}">${startedAt.replace('T', ' ').slice(0, 19)} UTC</time></dd>
<dt>took</dt><dd>${durationInSeconds} s</dd>
<dt>given</dt><dd>${escapeHtml(given.join(', '))}</dd>
<dt>rules</dt><dd>${asked.length === 0 ? 'all' : escapeHtml(asked.join(', '))}</dd>
<dt>by</dt><dd>@escrow-kit/contract-tests ${escapeHtml(version)}</dd>
</dl>
${findings.map(formatFinding).join('\n')}
${own.map(formatOwn).join('')}${formatList('Not checked', leftOut)}${formatList('Remarks', remarks)}<table>
<caption>Rule by rule</caption>
<thead><tr><th scope="col">Rule</th><th scope="col">Outcome</th><th scope="col">What the rule says</th></tr></thead>
<tbody>
${sortByOutcome(report.rules).map(formatRule).join('\n')}
</tbody>
</table>
${formatHidden(report)}`;
  return layOutPage(`Contract tests: ${headline}`, main);
}

function formatFinding({ rule, text, outcome, rows, consequences }: ToldFinding): string {
  const notes = consequences.map((note) => `\n<p>${escapeHtml(note)}</p>`);
  return `<section class="${classNames[outcome]}">
<h2><span class="outcome">${outcome}</span> ${escapeHtml(rule)}</h2>
<p>${escapeHtml(text)}</p>
${formatRows(rows)}${notes.join('')}
</section>`;
}

function formatRows(rows: Row[]): string {
  return `<dl>
${rows.map(({ name, lines }) => `<dt>${name}</dt><dd>${escapeHtml(lines.join('\n'))}</dd>`).join('\n')}
</dl>`;
}

function formatOwn({ summary, rows }: { summary: string; rows: Row[] }): string {
  return `<section>
<h2>Your own pact of ${escapeHtml(summary)}</h2>
${formatRows(rows)}
</section>
`;
}

function formatList(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return '';
  const items = lines.map((line) => `<li>${escapeHtml(line)}</li>`);
  return `<h2>${title}</h2>\n<ul>\n${items.join('\n')}\n</ul>\n`;
}

function formatHidden(report: Report): string {
  if (report.hiddenRules.length === 0) return '';
  const rows = report.hiddenRules.map(
    ({ id, text }) => `<tr><th scope="row">${escapeHtml(id)}</th><td>${escapeHtml(text)}</td></tr>`,
  );
  return `<table>
<caption>${report.hiddenRules.length} more rules, which do not show in calls or events and are not part of this</caption>
<thead><tr><th scope="col">Rule</th><th scope="col">What the rule says</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
`;
}

function formatRule(rule: RuleSummary): string {
  const { id, text, outcome, interactions } = rule;
  const reason = interactions.length === 0 ? '<p>No interaction checks it.</p>' : '';
  const details = `<details><summary>${countOf(interactions.length)}</summary>
<ul>
${sortByOutcome(interactions).map(formatInteraction).join('\n')}
</ul></details>`;
  return `<tr class="${classNames[outcome]}"><th scope="row">${escapeHtml(id)}</th><td><span class="outcome">${outcome}</span></td>
<td><p>${escapeHtml(text)}</p><p class="basis">${rule.basis}</p>${reason}${interactions.length > 0 ? details : ''}</td></tr>`;
}

/** Broken rules come first. */
function sortByOutcome<Item extends { outcome: Outcome }>(items: Item[]): Item[] {
  return outcomes.flatMap((outcome) => items.filter((item) => item.outcome === outcome));
}

function formatInteraction(check: VerifiedInteraction): string {
  const { description, outcome, problems, reason } = check;
  const texts = [...problems.map(({ text }) => text), ...(reason ? [reason.text] : [])];
  const list = texts.length > 0 ? `<ul>${texts.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul>` : '';
  return `<li class="${classNames[outcome]}"><span class="outcome">${outcome}</span> ${escapeHtml(description)}${noteBasis(check)}${list}</li>`;
}
