import { bankTransferMethod } from '../../../domain/payments/bank-transfer.ts';

/** Depends on the chosen method. A browser without `:has` shows words that fit every method. */
const transferChosen = `form:has([value="${bankTransferMethod}"]:checked)`;

/** The content of the pages: the purchase, forms, messages. */
export const content: string = `
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
[dir="rtl"] input[dir="ltr"] { text-align: end; }
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
.test-note { padding: .625rem .875rem; border-radius: .625rem; font-size: .875rem; color: var(--note); background: var(--note-surface); }
.test-note a { color: inherit; font-weight: 600; }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin-block-start: 1.25rem; }
.actions:empty { display: none; }
.button {
  display: inline-flex; align-items: center; justify-content: center; flex: 1 1 12rem; inline-size: auto; min-block-size: 3rem;
  padding: .625rem 1.25rem; font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer;
  border: 1px solid transparent; border-radius: .625rem;
}
.actions > form { display: flex; flex: 1 1 12rem; }
.primary { color: var(--on-accent); background: var(--accent); }
.primary:hover { color: var(--on-accent); background: var(--accent-strong); }
.secondary { color: var(--text); background: var(--surface); border-color: var(--edge); }
.secondary:hover { color: var(--text); background: var(--sunken); }
.quiet { inline-size: 100%; color: var(--accent); background: transparent; }
.quiet:hover { color: var(--accent-strong); background: var(--sunken); }
form + form, .card > form + form { margin-block-start: .5rem; }
.errors { margin-block-end: 1.5rem; padding: 1rem 1.25rem; border: 2px solid var(--danger); border-radius: .875rem; background: var(--danger-surface); }
.errors h2 { margin-block-end: .375rem; color: var(--danger); }
.errors ul { margin: 0; padding: 0; list-style: none; }
.errors a { color: var(--danger); font-weight: 600; }
.notice { padding: .75rem 1rem; border-radius: .625rem; color: var(--note); background: var(--note-surface); }
.notice a { color: inherit; font-weight: 600; }
.status { display: flex; gap: .625rem; align-items: center; padding: .75rem 1rem; border-radius: .625rem; font-weight: 600; color: var(--note); background: var(--note-surface); }
.status::before { content: ""; flex: none; inline-size: .625rem; block-size: .625rem; border-radius: 50%; background: currentColor; }
.done { color: var(--good); background: var(--good-surface); }
.transfer { margin-block: 1rem; }
.transfer dd { font-weight: 600; }
.code { font-family: ui-monospace, "SFMono-Regular", Menlo, Consolas, "DejaVu Sans Mono", monospace; user-select: all; -webkit-user-select: all; }
`;
