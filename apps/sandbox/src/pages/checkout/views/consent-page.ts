import { html } from 'hono/html';
import type { Purchase } from '../../../domain/checkout/describe-purchase.ts';
import type { BuyerVisit } from '../visit/checkout-visit.ts';
import { buttonForm, form, stepButton } from './form-parts.ts';
import type { Page } from './page.ts';
import { shopLink } from './shop-link.ts';
import { summary } from './summary.ts';

/** Asks for the consent that a payment needs (USER-3), again if it was declined (USER-4). */
export function consentPage(visit: BuyerVisit, purchase: Purchase): Page {
  return visit.visitor.buyer.consent === 'DECLINED' ? declinedPage(visit, purchase) : askPage(visit, purchase);
}

function askPage(visit: BuyerVisit, purchase: Purchase): Page {
  const { consent } = visit.language.texts;
  const body = html`<h1>${consent.title}</h1>
    <div class="columns">
      ${summary(purchase, visit.language)}
      <div class="card">
        <p class="lead">${consent.intro(purchase.organization)}</p>
        ${form(visit, {
          secret: visit.secret,
          content: html`<div class="actions">
            ${stepButton('giveConsent', consent.give)} ${stepButton('declineConsent', consent.decline, 'secondary')}
          </div>`,
        })}
      </div>
    </div>`;
  return { status: 200, title: consent.title, body };
}

function declinedPage(visit: BuyerVisit, purchase: Purchase): Page {
  const { consent } = visit.language.texts;
  const body = html`<h1>${consent.declinedTitle}</h1>
    <div class="columns">
      ${summary(purchase, visit.language)}
      <div class="card">
        <p class="lead">${consent.declinedIntro(purchase.organization)}</p>
        <div class="actions">
          ${buttonForm(visit, { secret: visit.secret, step: 'giveConsent', text: consent.change })} ${shopLink(visit)}
        </div>
      </div>
    </div>`;
  return { status: 200, title: consent.declinedTitle, body };
}
