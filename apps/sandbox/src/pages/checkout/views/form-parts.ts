import { html } from 'hono/html';
import { type Mistake, mistakes } from '../texts/problem.ts';
import { texts } from '../texts/texts.ts';
import type { CheckoutVisit } from '../visit/checkout-visit.ts';
import { formToken } from '../visit/form.ts';
import type { Html } from './page.ts';

/** The steps of a buyer, each the value of a button. */
export type StepName = 'phone' | 'code' | 'otherPhone' | 'giveConsent' | 'declineConsent' | 'pay' | 'cancel';

/** A form of the checkout, which goes to the checkout's own address and carries the browser's token. */
export function form({ links }: CheckoutVisit, { secret, content }: { secret: string; content: Html }): Html {
  return html`<form method="post" action="${links.checkout}" novalidate>
    <input type="hidden" name="token" value="${formToken(secret)}" />
    ${content}
  </form>`;
}

/** A button that takes a step. */
export function stepButton(
  step: StepName,
  text: string | Html,
  look: 'primary' | 'secondary' | 'quiet' = 'primary',
): Html {
  return html`<button class="button ${look}" name="step" value="${step}">${text}</button>`;
}

interface TextField {
  id: 'phone' | 'code';
  label: string;
  hint: string;
  value?: string | undefined;
  type: 'tel' | 'text';
  autocomplete: 'tel' | 'one-time-code';
}

/** A one-line field with its label, its hint and its mistake. */
export function textField(
  { id, label, hint, value = '', type, autocomplete }: TextField,
  mistake: Mistake | undefined,
): Html {
  const error = fieldError(id, mistake);
  const mode = type === 'tel' ? 'tel' : 'numeric';
  return html`<div class="field${error && ' wrong'}">
    <label for="${id}">${label}</label>
    <p class="hint" id="${id}-hint">${hint}</p>
    ${error}
    <input id="${id}" name="${id}" type="${type}" inputmode="${mode}" autocomplete="${autocomplete}" value="${value}"
      aria-describedby="${id}-hint${error && ` ${id}-error`}" aria-required="true"${error && html` aria-invalid="true"`} />
  </div>`;
}

/** The mistake beside its field; empty if it belongs to another one. */
export function fieldError(id: string, mistake: Mistake | undefined): Html | '' {
  if (mistake === undefined || mistakes[mistake].field !== id) return '';
  return html`<p class="field-error" id="${id}-error">${texts.errors[mistake]}</p>`;
}

/** Says what is different in a sandbox, with a link that opens a new window to do it manually. */
export function testNote(text: string, { href, text: linkText }: { href: string; text: string }): Html {
  return html`<p class="test-note">${text} <a href="${href}" target="_blank" rel="noopener noreferrer">${linkText}</a></p>`;
}
