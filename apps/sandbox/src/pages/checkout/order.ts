import { html } from 'hono/html';
import { findTitle, readDetails } from '../../domain/contracts.ts';
import { fromHalalas } from '../../domain/halalas.ts';
import { listParties } from '../../domain/parties.ts';
import { findUser, fullName } from '../../domain/users.ts';
import type { Html } from './page.ts';
import { formatAmount, formatMoment, texts } from './texts.ts';
import type { BuyerVisit } from './visit.ts';

/** Shows the order, and beside it what there is to do. */
export function besideOrder(visit: BuyerVisit, content: Html): Html {
  return html`<div class="columns">${summary(visit)} <div class="card">${content}</div></div>`;
}

function summary(visit: BuyerVisit): Html {
  const { title, description, deadLine } = readDetails(visit.milestone.detailsJson);
  const { tenantId, contractId: id } = visit.milestone;
  const contractTitle = findTitle(visit.service.store, 'contracts', { tenantId, id });
  const sellers = nameSellers(visit);
  const { organizationName } = visit.tenant.settings;
  return html`<section class="card summary" aria-labelledby="summary-title">
    <h2 id="summary-title">${texts.summary.title}</h2>
    <p class="total"><span class="total-label">${texts.summary.total}</span> <bdi class="total-amount">${priceOf(visit)}</bdi></p>
    <dl>
      ${entry(texts.summary.item, html`<bdi class="item">${title ?? texts.summary.untitled}</bdi>`)}
      ${description ? entry(texts.summary.description, html`<bdi class="description">${description}</bdi>`) : ''}
      ${contractTitle && contractTitle !== title ? entry(texts.summary.contract, html`<bdi>${contractTitle}</bdi>`) : ''}
      ${sellers === '' ? '' : entry(texts.summary.seller, html`<bdi>${sellers}</bdi>`)}
      ${entry(texts.summary.organization, html`<bdi>${organizationName}</bdi>`)}
      ${deadLine === null ? '' : entry(texts.summary.deadline, deadline(deadLine))}
    </dl>
    ${isReleased(visit) ? '' : html`<p class="note">${texts.summary.escrowNote}</p>`}
  </section>`;
}

/** A term with its content, in a `dl`. */
export function entry(term: string, content: Html): Html {
  return html`<div><dt>${term}</dt><dd>${content}</dd></div>`;
}

/** What the buyer pays, with its currency. */
export function priceOf({ milestone }: BuyerVisit): string {
  const { currency } = readDetails(milestone.detailsJson);
  return formatAmount({ amount: fromHalalas(milestone.itemPrice), currency });
}

/** Whether the escrow has paid out the money, or is about to. */
export function isReleased({ milestone: { state } }: BuyerVisit): boolean {
  return state === 'CASHOUT_IN_PROGRESS' || state === 'COMPLETED';
}

/** Digits of a seller's phone number that a buyer may see. */
const shownDigits = 4;

/** Lists the PROVIDERs, each by name, or by the end of the phone number. */
function nameSellers({ service: { store }, milestone: { tenantId, id } }: BuyerVisit): string {
  const sellers = listParties(store, { tenantId, milestoneId: id }).filter(({ role }) => role === 'PROVIDER');
  const names = sellers.map(({ userId, phone }) => {
    const user = userId === null ? undefined : findUser(store, { tenantId, userId });
    return (user && fullName(user)) ?? texts.summary.namelessSeller(phone.slice(-shownDigits));
  });
  return new Intl.ListFormat('en').format(names);
}

function deadline(timestamp: string): Html {
  const moment = formatMoment(timestamp);
  // An ISO 8601 form that browsers cannot parse is shown as it was sent.
  if (moment === undefined) return html`<bdi>${timestamp}</bdi>`;
  return html`<time datetime="${timestamp}">${texts.summary.deadlineMoment(moment)}</time>`;
}
