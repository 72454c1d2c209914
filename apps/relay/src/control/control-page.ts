import type { StoredEvent } from '@escrow-kit/webhooks';
import { html, raw } from 'hono/html';
import { statusOnTheWire } from '../output/status-on-the-wire.ts';
import type { StoreContent } from '../stores/steer-store.ts';
import { redactBody } from './redact-body.ts';

/** A target as the page shows it. */
export interface ShownTarget extends StoreContent {
  name: string;
  url: string;
}

const style = `
  :root { color-scheme: light dark } body { background: canvas; font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 76rem; padding: 0 1rem }
  table { border-collapse: collapse; width: 100% } th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #8884; vertical-align: top }
  th, td { white-space: nowrap } td.number { text-align: right } td code { display: block; min-width: 9rem; white-space: normal; overflow-wrap: anywhere } td.body code { min-width: 20rem } form { display: inline } .dead { color: light-dark(#b3261e, #ff8a80); font-weight: 600 }
  .scroll { overflow-x: auto }`;

/** How the page is shown. */
interface PageOptions {
  now: Date;
  /** Whether it loads itself again, which takes the focus from what one is about to press. */
  isLive: boolean;
}

/** Shows each target with what waits and what is dead. Needs no script. */
export const controlPage = (targets: readonly ShownTarget[], { now, isLive }: PageOptions) =>
  page(
    html`<p>At ${now.toISOString().slice(11, 19)} UTC. <a href="/">Load again</a> <a href="/?live">Load every 5 s</a></p>
${targets.map((target) => section(target, now))}`,
    isLive,
  );

/** Shows why there is nothing to see now. */
export const troublePage = (message: string) =>
  page(html`<p>The relay can't use its store. ${message}</p><p><a href="/">Load again</a></p>`);

const page = (content: unknown, isLive = false) => html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${isLive ? html`<meta http-equiv="refresh" content="5">` : ''}
<title>Relay</title><style>${raw(style)}</style></head>
<body><main><h1>Relay</h1>
${content}
</main></body></html>`;

const section = (target: ShownTarget, now: Date) => html`<h2>${target.name}${target.isPaused ? ' (paused)' : ''}</h2>
<p>Forwards to <code>${target.url}</code></p>
<ul>
<li>${target.pending + target.processing} wait${target.oldestAgeInMs === undefined ? '' : `, the oldest for ${describeAge(target.oldestAgeInMs)}`}</li>
<li>${target.dead} dead${target.dead > 0 ? button(target, 'replay', 'Forward all dead events again', { all: 'yes' }) : ''}</li>
<li>${target.quarantined} signed bodies that hold no event</li>
</ul>
<p>${target.isPaused ? button(target, 'resume', 'Resume') : button(target, 'pause', 'Pause')}</p>
${target.events.length === 0 ? html`<p>No event waits.</p>` : table(target, now)}`;

const button = ({ name }: ShownTarget, action: string, text: string, fields: Readonly<Record<string, string>> = {}) =>
  html` <form method="post" action="/targets/${name}/${action}">${Object.entries(fields).map(
    ([field, value]) => html`<input type="hidden" name="${field}" value="${value}">`,
  )}<button>${text}</button></form>`;

const table = (
  target: ShownTarget,
  now: Date,
) => html`<div class="scroll" role="region" aria-label="Events for ${target.name}" tabindex="0"><table>
<thead><tr><th>Event</th><th>Milestone</th><th>State</th><th>Attempts</th><th>Next</th><th>Received</th><th>Last failure</th><th>Action</th><th>Body</th></tr></thead>
<tbody>${target.events.map((event) => row(target, event, now))}</tbody></table></div>`;

const row = (target: ShownTarget, stored: StoredEvent, now: Date) => html`<tr>
<td>${statusOnTheWire(stored.event)}</td>
<td><code>${stored.event.milestoneId ?? ''}</code></td>
<td class="${stored.status}">${stored.status}</td>
<td class="number">${stored.attempts}</td>
<td>${stored.retryAt ? describeNext(stored.retryAt.getTime() - now.getTime()) : ''}</td>
<td>${describeAge(now.getTime() - stored.receivedAt.getTime())} ago</td>
<td>${stored.lastError ?? ''}</td>
<td>${stored.status === 'dead' ? button(target, 'replay', 'Forward again', { key: stored.key }) : ''}</td>
<td class="body"><code>${redactBody(stored.rawBody)}</code></td>
</tr>`;

const units: readonly [name: string, seconds: number][] = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
];

const describeNext = (inMs: number): string => (inMs > 0 ? `in ${describeAge(inMs)}` : 'now');

/** Such as `12 min`, in the largest unit that fits. */
function describeAge(inMs: number): string {
  const seconds = Math.max(0, Math.round(inMs / 1_000));
  const [unit, size] = units.find(([, size]) => seconds >= size) ?? ['s', 1];
  return `${Math.round(seconds / size)} ${unit}`;
}
