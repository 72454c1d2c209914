import type { RuleSummary } from '../judge/summarize-rules.ts';
import { type Outcome, outcomes, type VerifiedInteraction } from '../judge/verification.ts';
import { ownBasis } from '../pacts/check-basis.ts';
import { headlines, noteLeftOut, ownChecksOf, type Report, summaryOf, summaryOfOwn } from './report.ts';
import { reportStyle } from './report-style.ts';

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
  const title = `Contract tests: ${headlines[report.result]}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title>
<style>${reportStyle}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p class="summary">${escapeHtml(summaryOf(report))}</p>
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
<table>
<caption>Rule by rule</caption>
<thead><tr><th scope="col">Rule</th><th scope="col">Outcome</th><th scope="col">What the rule says</th></tr></thead>
<tbody>
${sortByOutcome(report.rules).map(formatRule).join('\n')}
</tbody>
</table>
${ownChecksOf(report).map(formatOwn).join('')}${formatHidden(report)}</main>
</body>
</html>
`;
}

function formatOwn(checks: VerifiedInteraction[]): string {
  return `<h2>Your own pact of ${escapeHtml(summaryOfOwn(checks))}</h2>
<ul>
${sortByOutcome(checks).map(formatInteraction).join('\n')}
</ul>
`;
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
  const leftOut = noteLeftOut(rule);
  const why = leftOut === undefined ? '' : `<p>${escapeHtml(leftOut)}</p>`;
  const details = `<details${outcome === 'broken' ? ' open' : ''}><summary>${countOf(interactions)}</summary>
<ul>
${sortByOutcome(interactions).map(formatInteraction).join('\n')}
</ul></details>`;
  return `<tr class="${classNames[outcome]}"><th scope="row">${escapeHtml(id)}</th><td><span class="outcome">${outcome}</span></td>
<td><p>${escapeHtml(text)}</p><p class="basis">${rule.basis}</p>${reason}${why}${interactions.length > 0 ? details : ''}</td></tr>`;
}

/** Broken rules come first. */
function sortByOutcome<Item extends { outcome: Outcome }>(items: Item[]): Item[] {
  return outcomes.flatMap((outcome) => items.filter((item) => item.outcome === outcome));
}

function countOf({ length }: VerifiedInteraction[]): string {
  return length === 1 ? '1 check' : `${length} checks`;
}

function formatInteraction({ description, basis, outcome, problems, reason }: VerifiedInteraction): string {
  const texts = [...problems.map(({ text }) => text), ...(reason ? [reason.text] : [])];
  const list = texts.length > 0 ? `<ul>${texts.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul>` : '';
  const known = basis === 'stated' || basis === ownBasis ? '' : ` (${basis})`;
  return `<li class="${classNames[outcome]}"><span class="outcome">${outcome}</span> ${escapeHtml(description)}${known}${list}</li>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
