import type { StoredEvent } from '@escrow-kit/webhooks';
import { html } from 'hono/html';
import { type Detail, detailsOf, type Question } from '../operator/doubts.ts';
import type { MissingEvent } from '../operator/missing-events.ts';
import type { NotedEvent } from '../webhooks/noted-events.ts';
import { field, type Html, moment, page } from './layout.ts';

/** All that waits for a person. */
export interface OperatorView {
  questions: Question[];
  deadLetters: StoredEvent[];
  missing: MissingEvent[];
  noted: NotedEvent[];
}

export const operatorPage = ({ questions, deadLetters, missing, noted }: OperatorView): Html =>
  page(
    'For the operator',
    html`
    ${list('Steps in doubt', 'Nobody knows whether the service did these. Ask its operator, then answer.', questions.map(questionItem))}
    ${list('Dead letters', 'Events that could not be handled. Mend the cause, then replay them.', deadLetters.map(deadLetterItem))}
    ${list(
      'Payments without an event',
      'The buyer went to the checkout, and no event came. Ask the service whether it was paid.',
      missing.map(missingItem),
    )}
    ${list('Events to know of', 'They came after a later one, or their status is unknown. All were handled.', noted.map(notedItem))}`,
  );

const list = (title: string, explanation: string, items: Html[]): Html => html`
  <section aria-label="${title}">
    <h2>${title}</h2>
    <p class="muted">${explanation}</p>
    ${items.length === 0 ? html`<p>None.</p>` : html`<ul class="cards">${items}</ul>`}
  </section>`;

const stepQuestions: Record<string, string> = {
  createContract: 'Was the contract created?',
  addParties: 'Were the parties added to the milestones?',
  addBankAccount: 'Was the bank account added?',
  addAddress: 'Was the address added?',
};
const milestoneQuestion = 'Was the milestone added?';

const detailLabels: Record<Detail, string> = {
  id: 'Its id',
  fee: 'Its fee in SAR, such as 20',
  feePercentage: 'Its fee as a fraction, such as 0.04',
};

function questionItem({ doubt, contractId }: Question): Html {
  const { flow, key, step, revision, since } = doubt;
  return html`<li class="card">
    <h3>${stepQuestions[step] ?? milestoneQuestion}</h3>
    <p class="muted">${flow} ${key}, step ${step}, ${moment(since)}</p>
    ${contractId ? html`<p>Contract <code>${contractId}</code></p>` : ''}
    <form method="post" action="/operator/doubts">
      ${hidden({ key, revision: String(revision) })}
      ${detailsOf(doubt).map((name) => field({ name, label: detailLabels[name] }))}
      <button name="wasCarriedOut" value="yes">Yes, it was</button>
      <button name="wasCarriedOut" value="no" class="secondary" formnovalidate>No, send it again</button>
    </form>
  </li>`;
}

const deadLetterItem = ({ key, event, lastError }: StoredEvent): Html => html`<li class="card">
  <h3>${event.status} of ${event.milestoneId ?? 'no milestone'}</h3>
  <p>${lastError}</p>
  <form method="post" action="/operator/dead-letters">${hidden({ key })}<button>Replay</button></form>
</li>`;

const missingItem = ({ milestoneId, orderId, part, checkoutOpenedAt }: MissingEvent): Html => html`<li class="card">
  <h3>The ${part} of order ${orderId}</h3>
  <p class="muted">Milestone ${milestoneId}, at the checkout ${moment(checkoutOpenedAt)}</p>
  <form method="post" action="/operator/events">
    ${hidden({ milestoneId })}
    ${field({ name: 'referenceId', label: 'Reference of the payment' })}
    <button>It was paid</button>
  </form>
</li>`;

const notedItem = ({ reason, status, milestoneId, receivedAt }: NotedEvent): Html => html`<li class="card">
  <p>${status} of ${milestoneId ?? 'no milestone'} <span class="badge">${reason}</span> ${moment(receivedAt)}</p>
</li>`;

const hidden = (values: Record<string, string>): Html[] =>
  Object.entries(values).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
