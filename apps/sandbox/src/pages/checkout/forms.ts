import { html } from 'hono/html';
import { createRandomText } from '../../domain/create-id.ts';
import { bankTransferMethod } from '../../domain/payments.ts';
import { hashSecret } from '../../domain/secret.ts';
import { priceOf } from './order.ts';
import type { Html } from './page.ts';
import { formatMethod, type Mistake, texts } from './texts.ts';
import type { BrowserVisit, BuyerVisit } from './visit.ts';

/** The steps of a buyer, each the value of a button. */
export type StepName = 'phone' | 'code' | 'otherPhone' | 'giveConsent' | 'declineConsent' | 'pay' | 'cancel';

/** A form of the checkout. It is sent to the checkout's own address and contains the browser's token. */
export function form({ checkout, secret }: BrowserVisit, content: Html): Html {
  return html`<form method="post" action="${checkout}" novalidate>
    <input type="hidden" name="token" value="${formToken(secret)}" />
    ${content}
  </form>`;
}

/** The token of the forms of a browser, which cannot be computed without the browser's secret. */
export function formToken(secret: string): string {
  return hashSecret(`form of ${secret}`);
}

/** A button that takes a step. */
export function stepButton(
  step: StepName,
  text: string | Html,
  look: 'primary' | 'secondary' | 'quiet' = 'primary',
): Html {
  return html`<button class="button ${look}" name="step" value="${step}">${text}</button>`;
}

/** How browsers help to fill in a field. */
const inputHelp = {
  phone: { type: 'tel', mode: 'tel', autocomplete: 'tel' },
  code: { type: 'text', mode: 'numeric', autocomplete: 'one-time-code' },
};

/** A one-line field with its label, its hint and its mistake. */
export function textField(id: 'phone' | 'code', value: string, mistake: Mistake | undefined): Html {
  const error = fieldError(id, mistake);
  const { type, mode, autocomplete } = inputHelp[id];
  return html`<div class="field${error && ' wrong'}">
    <label for="${id}">${texts.signIn[id]}</label>
    <p class="hint" id="${id}-hint">${texts.signIn[`${id}Hint`]}</p>
    ${error}
    <input id="${id}" name="${id}" type="${type}" inputmode="${mode}" autocomplete="${autocomplete}" value="${value}"
      aria-describedby="${id}-hint${error && ` ${id}-error`}" aria-required="true"${error && html` aria-invalid="true"`} />
  </div>`;
}

/** The mistake beside its field. */
function fieldError(id: string, mistake: Mistake | undefined): Html | '' {
  return mistake === undefined ? '' : html`<p class="field-error" id="${id}-error">${texts.errors[mistake]}</p>`;
}

/** Length of the name of an attempt. */
const attemptLength = 16;

/**
 * Offers the organization's payment methods (PAY-2) and, as a sandbox, the outcome. Preselects the method chosen before, or else the
 * first one. A bank transfer is not paid here: while it is chosen, the stylesheet hides the outcome and changes the
 * button's text.
 */
export function paymentForm(visit: BuyerVisit, mistake: Mistake | undefined): Html {
  const { payment } = texts;
  const methods = visit.tenant.settings.paymentMethods;
  const chosen = visit.context.req.query('method');
  const error = fieldError('method-1', mistake);
  const fields = html`<input type="hidden" name="attempt" value="${createRandomText(attemptLength)}" />
    <fieldset class="choices${error && ' wrong'}"${error && html` aria-describedby="method-1-error"`}>
      <legend>${payment.choose}</legend>
      ${error}
      ${choices('method', methods.map(describeMethod), chosen)}
    </fieldset>
    ${methods.some(isPaidHere) ? outcome() : ''}
    <div class="actions">${stepButton('pay', payButtonText(methods, priceOf(visit)))}</div>`;
  return form(visit, fields);
}

function isPaidHere(method: string): boolean {
  return method !== bankTransferMethod;
}

function describeMethod(method: string): Choice {
  const { chargedImmediately, transferHint } = texts.payment;
  return { value: method, text: formatMethod(method), hint: isPaidHere(method) ? chargedImmediately : transferHint };
}

/** The button's text for the chosen method. If there is a choice, it has both texts, and one is hidden. */
function payButtonText(methods: string[], price: string): string | Html {
  const payNow = texts.payment.pay(price);
  if (methods.every(isPaidHere)) return payNow;
  if (!methods.some(isPaidHere)) return texts.payment.goOn;
  return html`<span class="pay-now">${payNow}</span><span class="pay-later">${texts.payment.goOn}</span>`;
}

function outcome(): Html {
  const { payment } = texts;
  const outcomes = [
    { value: 'succeeds', text: payment.succeeds },
    { value: 'declined', text: payment.declines },
  ];
  return html`<fieldset class="choices test" aria-describedby="outcome-hint">
    <legend>${payment.outcome}</legend>
    <p class="hint" id="outcome-hint">${payment.outcomeHint}</p>
    ${choices('outcome', outcomes)}
  </fieldset>`;
}

interface Choice {
  value: string;
  text: string;
  hint?: string;
}

/** Offers choices. Checks the chosen one, or else the first. */
function choices(name: string, offered: Choice[], chosen?: string): Html[] {
  const checked = offered.find(({ value }) => value === chosen) ?? offered[0];
  return offered.map((choice, index) => {
    const id = `${name}-${index + 1}`;
    const { value, text, hint } = choice;
    return html`<div class="choice">
    <input type="radio" id="${id}" name="${name}" value="${value}"${choice === checked && html` checked`}${hint && html` aria-describedby="${id}-hint"`} />
    <label for="${id}"><bdi>${text}</bdi></label>
    ${hint && html`<span class="hint" id="${id}-hint">${hint}</span>`}
  </div>`;
  });
}
