import { bankTransferMethod } from '../../domain/payments.ts';

/** The path of the stylesheet. */
export const stylesheetPath = '/checkout/checkout.css';

/** Depends on the chosen method. A browser without `:has` shows words that fit every method. */
const transferChosen = `form:has([value="${bankTransferMethod}"]:checked)`;

/** The stylesheet of the pages. */
export const stylesheet = `
:root {
  color-scheme: light dark;
  --page: #f4f6f8; --surface: #ffffff; --sunken: #f4f6f8; --line: #d5dce4; --edge: #77879a;
  --text: #18222f; --muted: #526174;
  --accent: #0b6557; --accent-strong: #084c42; --on-accent: #ffffff; --focus: #1d4ed8;
  --danger: #b3231b; --danger-surface: #fdf1f0; --note: #7a4b00; --note-surface: #fff6e0;
  --good: #0b6557; --good-surface: #e8f5f1;
  --shadow: 0 1px 2px rgb(16 30 54 / 6%), 0 8px 24px rgb(16 30 54 / 6%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0f151d; --surface: #18212c; --sunken: #111921; --line: #2d3a49; --edge: #8494a7;
    --text: #e9eef4; --muted: #aab7c6;
    --accent: #5fd3bc; --accent-strong: #86e3d0; --on-accent: #05251f; --focus: #8ab4ff;
    --danger: #ff9a92; --danger-surface: #331a1b; --note: #ffd184; --note-surface: #2f2614;
    --good: #5fd3bc; --good-surface: #12302b;
    --shadow: none;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-block-size: 100vh; display: flex; flex-direction: column;
  background: var(--page); color: var(--text);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", Tahoma, "DejaVu Sans", sans-serif;
  overflow-wrap: anywhere;
}
.top, .bottom, main { inline-size: 100%; max-inline-size: 60rem; margin-inline: auto; padding-inline: clamp(1rem, 4vw, 2rem); }
.top { display: flex; align-items: center; justify-content: space-between; gap: 1rem; padding-block: 1.25rem; }
.top p, .bottom p { margin: 0; }
.brand { font-weight: 600; }
.badge {
  padding: .125rem .625rem; border-radius: 1rem; font-size: .8125rem; font-weight: 600; white-space: nowrap;
  color: var(--note); background: var(--note-surface);
}
main { flex: 1; padding-block: .5rem 2rem; }
.bottom {
  display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .5rem 2rem;
  padding-block: 1.25rem 2rem; font-size: .875rem; color: var(--muted);
}
h1 { margin: 0 0 1.25rem; font-size: clamp(1.5rem, 1.25rem + 1.4vw, 2rem); line-height: 1.25; letter-spacing: -.01em; }
h2 { margin: 0 0 .75rem; font-size: 1.0625rem; line-height: 1.4; }
p { margin: 0 0 .75rem; }
a { color: var(--accent); text-underline-offset: .2em; }
a:hover { color: var(--accent-strong); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: .25rem; }
.hidden { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.columns { display: grid; gap: 1.25rem; align-items: start; }
@media (min-width: 48rem) { .columns { grid-template-columns: minmax(0, 5fr) minmax(0, 6fr); gap: 2rem; } }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: .875rem; padding: clamp(1.125rem, 3vw, 1.75rem); box-shadow: var(--shadow); }
main:has(> .narrow) { max-inline-size: 38rem; }
.lead { font-size: 1.0625rem; }
.note, .hint { color: var(--muted); font-size: .875rem; }
@media (prefers-reduced-motion: no-preference) { .button { transition: background-color .12s ease, border-color .12s ease; } }
@media (forced-colors: active) { .button, .badge, .status { border: 1px solid; } }
.total { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: .25rem 1rem; margin-block-end: 1rem; }
.total-label { color: var(--muted); }
.total-amount { font-size: 1.75rem; font-weight: 700; line-height: 1.2; font-variant-numeric: tabular-nums; }
dl { margin: 0; }
dl > div { display: grid; grid-template-columns: minmax(0, 5fr) minmax(0, 12fr); gap: .75rem; align-items: baseline; padding-block: .625rem; border-block-start: 1px solid var(--line); }
dt { color: var(--muted); font-size: .875rem; }
dd { margin: 0; }
.item { font-weight: 600; }
.description { white-space: pre-line; }
.summary .note { margin: .75rem 0 0; padding-block-start: .75rem; border-block-start: 1px solid var(--line); }
.field { margin-block: 1rem 1.25rem; }
label, legend { font-weight: 600; }
legend { padding: 0; margin-block-end: .625rem; }
.field .hint { margin-block: .125rem .375rem; }
input[type="text"], input[type="tel"] {
  inline-size: 100%; min-block-size: 3rem; padding: .625rem .875rem; font: inherit; font-variant-numeric: tabular-nums;
  color: var(--text); background: var(--surface); border: 1px solid var(--edge); border-radius: .625rem;
}
input[autocomplete="one-time-code"] { max-inline-size: 12rem; font-size: 1.25rem; letter-spacing: .2em; }
.wrong > input { border: 2px solid var(--danger); }
.field-error { color: var(--danger); font-weight: 600; margin-block: .25rem .5rem; }
fieldset { border: 0; margin: 0 0 1.5rem; padding: 0; min-inline-size: 0; }
.choice { position: relative; display: grid; grid-template-columns: auto 1fr; column-gap: .75rem; align-items: center; margin-block-end: .5rem; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .625rem; background: var(--surface); }
.choice:hover { border-color: var(--edge); }
.choice:has(:checked) { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
.choice:has(:focus-visible) { outline: 3px solid var(--focus); outline-offset: 2px; }
.choice input { position: relative; z-index: 1; inline-size: 1.25rem; block-size: 1.25rem; margin: 0; accent-color: var(--accent); }
.choice input:focus-visible { outline: none; }
.choice label::after { content: ""; position: absolute; inset: 0; cursor: pointer; }
.choice .hint { grid-column: 2; }
.wrong .choice { border-color: var(--danger); }
.wrong .choice:has(:checked) { box-shadow: inset 0 0 0 1px var(--danger); }
.test { padding: 1rem; border: 1px dashed var(--edge); border-radius: .625rem; background: var(--sunken); }
.test legend { float: inline-start; inline-size: 100%; margin-block-end: .125rem; font-size: .9375rem; }
.test .hint { clear: both; margin-block-end: .625rem; }
.test .choice { padding-block: .5rem; }
.pay-now { display: none; }
@supports selector(:has(*)) {
  .pay-now { display: inline; }
  .pay-later, ${transferChosen} .pay-now, ${transferChosen} .test { display: none; }
  ${transferChosen} .pay-later { display: inline; }
}
.notice, .test-note { padding: .75rem 1rem; border-radius: .625rem; font-size: .875rem; color: var(--note); background: var(--note-surface); }
:is(.notice, .test-note) a { color: inherit; font-weight: 600; }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin-block-start: 1.25rem; }
.actions:empty { display: none; }
.button {
  display: inline-flex; align-items: center; justify-content: center; flex: 1 1 12rem; inline-size: auto; min-block-size: 3rem;
  padding: .625rem 1.25rem; font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer;
  border: 1px solid transparent; border-radius: .625rem;
}
.primary { color: var(--on-accent); background: var(--accent); }
.primary:hover { color: var(--on-accent); background: var(--accent-strong); }
.secondary { color: var(--text); background: var(--surface); border-color: var(--edge); }
.secondary:hover { color: var(--text); background: var(--sunken); }
.quiet { inline-size: 100%; color: var(--accent); background: transparent; }
.quiet:hover { color: var(--accent-strong); background: var(--sunken); }
form + form, .card > form + form { margin-block-start: .5rem; }
.errors { margin-block-end: 1.5rem; padding: 1rem 1.25rem; border: 2px solid var(--danger); border-radius: .875rem; background: var(--danger-surface); }
.errors h2 { margin-block-end: .375rem; color: var(--danger); }
.errors p { margin: 0; }
.errors a { color: var(--danger); font-weight: 600; }
.status { display: flex; gap: .625rem; align-items: center; padding: .75rem 1rem; border-radius: .625rem; font-weight: 600; color: var(--note); background: var(--note-surface); }
.status::before { content: ""; flex: none; inline-size: .625rem; block-size: .625rem; border-radius: 50%; background: currentColor; }
.done { color: var(--good); background: var(--good-surface); }
.transfer dd { font-weight: 600; }
.code { font-family: ui-monospace, "SFMono-Regular", Menlo, Consolas, "DejaVu Sans Mono", monospace; user-select: all; -webkit-user-select: all; }
.copy {
  min-block-size: 1.75rem; padding: 0 .625rem; font: inherit; font-size: .8125rem; font-weight: 600; cursor: pointer; vertical-align: baseline;
  color: var(--accent); background: transparent; border: 1px solid var(--line); border-radius: .5rem;
}
.copy:hover { color: var(--accent-strong); border-color: var(--edge); }
`;
