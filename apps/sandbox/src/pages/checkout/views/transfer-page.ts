import { html } from 'hono/html';
import type { Purchase } from '../../../domain/checkout/describe-purchase.ts';
import type { Row } from '../../../storage/tables.ts';
import { formatAmount, formatIban } from '../texts/format.ts';
import type { BuyerVisit } from '../visit/checkout-visit.ts';
import { dashboardAddress, withParameter } from '../visit/links.ts';
import { testNote } from './form-parts.ts';
import type { Html, Page } from './page.ts';
import { shopLink } from './shop-link.ts';
import { summary } from './summary.ts';

/** Says where to transfer the money, while the transfer is pending. */
export function transferPage(
  visit: BuyerVisit,
  { purchase, payment }: { purchase: Purchase; payment: Row<'payments'> },
): Page {
  const { transfer } = visit.language.texts;
  const { checkout } = visit.links;
  const body = html`<h1>${transfer.title}</h1>
    <div class="columns">
      ${summary(purchase, visit.language)}
      <div class="card">
        <p class="status" role="status">${transfer.waiting}</p>
        <p>${transfer.intro}</p>
        ${details(visit, { purchase, payment })}
        <p class="hint">${transfer.referenceHint}</p>
        ${testNote(transfer.sandboxNote, { href: dashboardAddress(visit, `contracts/${visit.milestone.id}`), text: transfer.confirm })}
        <div class="actions">
          <a class="button primary" href="${checkout}">${transfer.check}</a> ${shopLink(visit)}
          <a class="button quiet" href="${withParameter(checkout, 'view', 'methods')}">${transfer.otherMethod}</a>
        </div>
      </div>
    </div>`;
  return { status: 200, title: transfer.title, body };
}

function details(
  { language: { locale, texts } }: BuyerVisit,
  { purchase, payment }: { purchase: Purchase; payment: Row<'payments'> },
): Html {
  const { transfer } = texts;
  return html`<dl class="transfer">
    <div><dt>${transfer.amount}</dt><dd><bdi>${formatAmount(locale, purchase)}</bdi></dd></div>
    <div><dt>${transfer.iban}</dt><dd><bdi class="code" dir="ltr" translate="no">${formatIban(payment.iban ?? '')}</bdi></dd></div>
    <div><dt>${transfer.beneficiary}</dt><dd><bdi>${transfer.beneficiaryName(purchase.organization)}</bdi></dd></div>
    <div><dt>${transfer.reference}</dt><dd><bdi class="code" dir="ltr" translate="no">${payment.reference ?? ''}</bdi></dd></div>
  </dl>`;
}
