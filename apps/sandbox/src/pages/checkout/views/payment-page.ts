import { html } from 'hono/html';
import type { Purchase } from '../../../domain/checkout/describe-purchase.ts';
import { createRandomText } from '../../../domain/create-id.ts';
import { bankTransferMethod } from '../../../domain/payments/bank-transfer.ts';
import { formatAmount, formatMethod } from '../texts/format.ts';
import type { Mistake } from '../texts/problem.ts';
import { texts } from '../texts/texts.ts';
import type { BuyerVisit } from '../visit/checkout-visit.ts';
import { fieldError, form, stepButton } from './form-parts.ts';
import { besideOrder } from './order.ts';
import type { Html, Page } from './page.ts';

/** The content of the payment page besides the organization's methods. */
interface PaymentForm {
  purchase: Purchase;
  /** Whether a transfer is pending. Paying another way withdraws it. */
  hasPendingTransfer: boolean;
  /** The method chosen before. Default: the first one. */
  chosen: string | undefined;
  mistake: Mistake | undefined;
}

/** Length of the name of an attempt. */
const attemptLength = 16;

/**
 * Offers the organization's payment methods (PAY-2) and, as a sandbox, the outcome. A bank transfer is not paid here: while it
 * is chosen, the stylesheet hides the outcome and changes the button's text.
 */
export function paymentPage(visit: BuyerVisit, details: PaymentForm): Page {
  const { purchase, hasPendingTransfer, mistake } = details;
  const { links, secret } = visit;
  const { payment } = texts;
  const notice = html`<p class="notice">${payment.transferPending} <a href="${links.checkout}">${payment.showTransfer}</a></p>`;
  const content = html`${hasPendingTransfer ? notice : ''}
    ${form(visit, { secret, content: fields(visit, details) })}
    ${form(visit, { secret, content: stepButton('cancel', payment.cancel, 'quiet') })}`;
  return { title: payment.title, body: besideOrder(purchase, content), mistake };
}

function fields(visit: BuyerVisit, { mistake, purchase, chosen = '' }: PaymentForm): Html {
  const { payment } = texts;
  const methods = visit.tenant.settings.paymentMethods;
  const checked = methods.includes(chosen) ? chosen : methods[0];
  const error = fieldError('method-1', mistake);
  return html`<input type="hidden" name="attempt" value="${createRandomText(attemptLength)}" />
    <fieldset class="choices${error && ' wrong'}"${error && html` aria-describedby="method-1-error"`}>
      <legend>${payment.choose}</legend>
      ${error}
      ${methods.map((method, index) =>
        choice({
          id: `method-${index + 1}`,
          name: 'method',
          value: method,
          text: formatMethod(method),
          hint: isPaidHere(method) ? payment.chargedImmediately : payment.transferHint,
          isChecked: method === checked,
        }),
      )}
    </fieldset>
    ${methods.some(isPaidHere) ? outcome() : ''}
    <div class="actions">${stepButton('pay', buttonText(visit, purchase))}</div>`;
}

function isPaidHere(method: string): boolean {
  return method !== bankTransferMethod;
}

/** The button's text for the chosen method. If there is a choice, it has both texts, and one is hidden. */
function buttonText({ tenant }: BuyerVisit, purchase: Purchase): string | Html {
  const { paymentMethods } = tenant.settings;
  const payNow = texts.payment.pay(formatAmount(purchase));
  if (paymentMethods.every(isPaidHere)) return payNow;
  if (!paymentMethods.some(isPaidHere)) return texts.payment.goOn;
  return html`<span class="pay-now">${payNow}</span><span class="pay-later">${texts.payment.goOn}</span>`;
}

function outcome(): Html {
  const { payment } = texts;
  return html`<fieldset class="choices test" aria-describedby="outcome-hint">
    <legend>${payment.outcome}</legend>
    <p class="hint" id="outcome-hint">${payment.outcomeHint}</p>
    ${choice({ id: 'outcome-1', name: 'outcome', value: 'succeeds', text: payment.succeeds, isChecked: true })}
    ${choice({ id: 'outcome-2', name: 'outcome', value: 'declined', text: payment.declines, isChecked: false })}
  </fieldset>`;
}

interface Choice {
  id: string;
  name: string;
  value: string;
  text: string;
  hint?: string;
  isChecked: boolean;
}

function choice({ id, name, value, text, hint, isChecked }: Choice): Html {
  return html`<div class="choice">
    <input type="radio" id="${id}" name="${name}" value="${value}"${isChecked && html` checked`}${hint && html` aria-describedby="${id}-hint"`} />
    <label for="${id}"><bdi>${text}</bdi></label>
    ${hint && html`<span class="hint" id="${id}-hint">${hint}</span>`}
  </div>`;
}
