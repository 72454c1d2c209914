import { html } from 'hono/html';
import type { Purchase } from '../../../domain/checkout/describe-purchase.ts';
import { isUnpaid } from '../../../domain/milestones/move-milestone.ts';
import type { Row } from '../../../storage/tables.ts';
import { formatAmount, formatIban } from '../texts/format.ts';
import { type Problem, problemStatuses } from '../texts/problem.ts';
import { texts } from '../texts/texts.ts';
import type { BuyerVisit } from '../visit/checkout-visit.ts';
import { dashboardAddress, withParameter } from '../visit/links.ts';
import { code } from './copy-script.ts';
import { form, stepButton, testNote } from './form-parts.ts';
import { besideOrder, entry } from './order.ts';
import type { Html, Page } from './page.ts';
import { shopAddress, shopLink } from './shop-link.ts';

/** Asks for the consent that a payment needs (USER-3), again if it was declined (USER-4). */
export function consentPage(visit: BuyerVisit, purchase: Purchase): Page {
  const { consent } = texts;
  const isDeclined = visit.visitor.buyer.consent === 'DECLINED';
  const intro = isDeclined ? consent.declinedIntro : consent.intro;
  const buttons = html`<div class="actions">
    ${stepButton('giveConsent', isDeclined ? consent.change : consent.give)}
    ${isDeclined ? shopLink(visit) : stepButton('declineConsent', consent.decline, 'secondary')}
  </div>`;
  const content = html`<p class="lead">${intro(purchase.organization)}</p>
    ${form(visit, { secret: visit.secret, content: buttons })}`;
  return {
    title: isDeclined ? consent.declinedTitle : consent.title,
    body: besideOrder(purchase, content),
  };
}

/** Says where to transfer the money, while the transfer is pending. */
export function transferPage(
  visit: BuyerVisit,
  { purchase, payment }: { purchase: Purchase; payment: Row<'payments'> },
): Page {
  const { transfer } = texts;
  const { checkout } = visit.links;
  const content = html`<p class="status" role="status">${transfer.waiting}</p>
    <p>${transfer.intro}</p>
    <dl class="transfer">
      ${entry(transfer.amount, html`<bdi>${formatAmount(purchase)}</bdi>`)}
      ${entry(transfer.iban, code(formatIban(payment.iban ?? '')))}
      ${entry(transfer.beneficiary, html`<bdi>${transfer.beneficiaryName(purchase.organization)}</bdi>`)}
      ${entry(transfer.reference, code(payment.reference ?? ''))}
    </dl>
    <p class="hint">${transfer.referenceHint}</p>
    ${testNote(transfer.sandboxNote, { href: dashboardAddress(visit, `contracts/${visit.milestone.id}`), text: transfer.confirm })}
    <div class="actions">
      <a class="button primary" href="${checkout}">${transfer.check}</a> ${shopLink(visit)}
      <a class="button quiet" href="${withParameter(checkout, 'view', 'methods')}">${transfer.otherMethod}</a>
    </div>`;
  return { title: transfer.title, body: besideOrder(purchase, content), hasCodes: true };
}

/** Says that nothing is left to pay. */
export function paidPage(visit: BuyerVisit, purchase: Purchase): Page {
  const { paid } = texts;
  const content = html`<p class="status done" role="status">${purchase.isReleased ? paid.released : paid.held}</p>
    <div class="actions">${shopLink(visit, 'primary')}</div>`;
  return { title: paid.title, body: besideOrder(purchase, content) };
}

/**
 * Takes the buyer back to the shop. A separate page, because a browser lets our forms lead only to our own pages (form-action),
 * through every redirect.
 */
export function returnPage(visit: BuyerVisit, { hasPendingTransfer }: { hasPendingTransfer: boolean }): Page {
  const { returning, closeWindow } = texts;
  const unpaid = hasPendingTransfer ? returning.pending : returning.unpaid;
  const title = isUnpaid(visit.milestone.state) ? unpaid : returning.paid;
  const address = shopAddress(visit);
  const way = html`<p>${returning.intro}</p>
    <div class="actions"><a class="button primary" href="${address ?? ''}" rel="noreferrer">${returning.link}</a></div>`;
  const body = html`<div class="card narrow">${address === undefined ? html`<p>${closeWindow}</p>` : way}</div>`;
  return { title, body, goesOnTo: address };
}

/** Says what happened and what the visitor can do. `actions` are ways on from here. */
export function problemPage(problem: Problem, actions: Html | '' = ''): Page {
  const { title, what, remedy } = texts.problems[problem];
  const body = html`<div class="card narrow">
    <p class="lead">${what}</p>
    <p>${remedy}</p>
    <div class="actions">${actions}</div>
  </div>`;
  return { status: problemStatuses[problem], title, body };
}
