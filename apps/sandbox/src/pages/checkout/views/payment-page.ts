import { html } from 'hono/html';
import type { Purchase } from '../../../domain/checkout/describe-purchase.ts';
import { createRandomText } from '../../../domain/create-id.ts';
import { bankTransferMethod } from '../../../domain/payments/bank-transfer.ts';
import { formatAmount } from '../texts/format.ts';
import { methodKind, methodName } from '../texts/method-kind.ts';
import type { BuyerVisit } from '../visit/checkout-visit.ts';
import { buttonForm, errorOf, errorSummary, fieldError, form, pageTitle, stepButton } from './form-parts.ts';
import type { FieldError, Html, Page } from './page.ts';
import { summary } from './summary.ts';

/** The content of the payment page besides the organization's methods. */
export interface PaymentForm {
  purchase: Purchase;
  /** Whether a transfer is pending. Paying another way withdraws it. */
  hasPendingTransfer: boolean;
  /** The method chosen before. Default: the first one. */
  chosen?: string | undefined;
  errors?: FieldError[];
  status?: number;
}

/** Length of the name of an attempt. */
const attemptLength = 16;

/**
 * Offers the organization's payment methods (PAY-2) and, as a sandbox, the outcome. A bank transfer is not paid here: while it
 * is chosen, the stylesheet hides the outcome and changes the button's text.
 */
export function paymentPage(visit: BuyerVisit, details: PaymentForm): Page {
  const { errors = [], status = 200, purchase, hasPendingTransfer } = details;
  const { texts } = visit.language;
  const { payment } = texts;
  const body = html`${errorSummary(errors, texts)}
    <h1>${payment.title}</h1>
    <div class="columns">
      ${summary(purchase, visit.language)}
      <div class="card">
        ${hasPendingTransfer ? pendingNotice(visit) : ''}
        ${form(visit, { secret: visit.secret, content: fields(visit, details) })}
        ${buttonForm(visit, { secret: visit.secret, step: 'cancel', text: payment.cancel, look: 'quiet' })}
      </div>
    </div>`;
  return { status, title: pageTitle(payment.title, errors, texts), body };
}

function pendingNotice({ links, language }: BuyerVisit): Html {
  const { payment } = language.texts;
  return html`<p class="notice">${payment.transferPending} <a href="${links.checkout}">${payment.showTransfer}</a></p>`;
}

function fields(visit: BuyerVisit, { errors = [], purchase, chosen }: PaymentForm): Html {
  const { texts } = visit.language;
  const { payment } = texts;
  const methods = visit.tenant.settings.paymentMethods;
  const checked = chosen !== undefined && methods.includes(chosen) ? chosen : methods[0];
  const error = errorOf(errors, 'method-1');
  return html`<input type="hidden" name="attempt" value="${createRandomText(attemptLength)}" />
    <fieldset class="choices${error === undefined ? '' : ' wrong'}"${error === undefined ? '' : html` aria-describedby="method-1-error"`}>
      <legend>${payment.choose}</legend>
      ${fieldError('method-1', error)}
      ${methods.map((method, index) =>
        choice({
          id: `method-${index + 1}`,
          name: 'method',
          value: method,
          text: methodName(method, texts),
          hint: payment.hints[methodKind(method)],
          isChecked: method === checked,
        }),
      )}
    </fieldset>
    ${methods.some(isPaidHere) ? outcome(visit) : ''}
    <div class="actions">${stepButton('pay', buttonText(visit, purchase))}</div>`;
}

function isPaidHere(method: string): boolean {
  return method !== bankTransferMethod;
}

/** The button's text for the chosen method. If there is a choice, it has both texts, and one is hidden. */
function buttonText({ tenant, language: { texts, locale } }: BuyerVisit, purchase: Purchase): string | Html {
  const { paymentMethods } = tenant.settings;
  const payNow = texts.payment.pay(formatAmount(locale, purchase));
  if (paymentMethods.every(isPaidHere)) return payNow;
  if (!paymentMethods.some(isPaidHere)) return texts.payment.goOn;
  return html`<span class="pay-now">${payNow}</span><span class="pay-later">${texts.payment.goOn}</span>`;
}

function outcome({ language }: BuyerVisit): Html {
  const { payment } = language.texts;
  const option = { name: 'outcome', hint: undefined };
  return html`<fieldset class="choices test" aria-describedby="outcome-hint">
    <legend>${payment.outcome}</legend>
    <p class="hint" id="outcome-hint">${payment.outcomeHint}</p>
    ${choice({ ...option, id: 'outcome-1', value: 'succeeds', text: payment.succeeds, isChecked: true })}
    ${choice({ ...option, id: 'outcome-2', value: 'declined', text: payment.declines, isChecked: false })}
  </fieldset>`;
}

interface Choice {
  id: string;
  name: string;
  value: string;
  text: string;
  hint: string | undefined;
  isChecked: boolean;
}

function choice({ id, name, value, text, hint, isChecked }: Choice): Html {
  return html`<div class="choice">
    <input type="radio" id="${id}" name="${name}" value="${value}"${isChecked ? html` checked` : ''}${hint ? html` aria-describedby="${id}-hint"` : ''} />
    <label for="${id}"><bdi>${text}</bdi></label>
    ${hint ? html`<span class="hint" id="${id}-hint">${hint}</span>` : ''}
  </div>`;
}
