import { html } from 'hono/html';
import type { Texts } from '../texts/texts.ts';
import type { CheckoutVisit } from '../visit/checkout-visit.ts';
import { formToken } from '../visit/form.ts';
import type { FieldError, Html } from './page.ts';

/** The steps of a buyer, each the value of a button. */
export type StepName =
  | 'phone'
  | 'code'
  | 'newCode'
  | 'otherPhone'
  | 'giveConsent'
  | 'declineConsent'
  | 'pay'
  | 'cancel';

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

/** A form with only a button. */
export function buttonForm(
  visit: CheckoutVisit,
  { secret, step, text, look }: { secret: string; step: StepName; text: string; look?: 'secondary' | 'quiet' },
): Html {
  return form(visit, { secret, content: stepButton(step, text, look) });
}

/** Lists the mistakes, each with a link to its field. It takes the focus, so that it is read first. */
export function errorSummary(errors: FieldError[], { errors: texts }: Texts): Html | '' {
  if (errors.length === 0) return '';
  return html`<div class="errors" role="alert" aria-labelledby="errors-title" tabindex="-1" autofocus>
    <h2 id="errors-title">${texts.title}</h2>
    <ul>${errors.map(({ field, message }) => html`<li><a href="#${field}">${message}</a></li>`)}</ul>
  </div>`;
}

interface TextField {
  id: string;
  label: string;
  hint: string;
  error: string | undefined;
  value?: string;
  type: 'tel' | 'text';
  autocomplete: 'tel' | 'one-time-code';
}

/** A one-line field with its label, its hint and its mistake. */
export function textField({ id, label, hint, error, value = '', type, autocomplete }: TextField): Html {
  const describedBy = error === undefined ? `${id}-hint` : `${id}-hint ${id}-error`;
  const mode = type === 'tel' ? 'tel' : 'numeric';
  return html`<div class="field${error === undefined ? '' : ' wrong'}">
    <label for="${id}">${label}</label>
    <p class="hint" id="${id}-hint">${hint}</p>
    ${fieldError(id, error)}
    <input id="${id}" name="${id}" type="${type}" inputmode="${mode}" autocomplete="${autocomplete}" dir="ltr" value="${value}"
      aria-describedby="${describedBy}" aria-required="true"${error === undefined ? '' : html` aria-invalid="true"`} />
  </div>`;
}

/** The mistake of a field, shown beside it. */
export function fieldError(id: string, error: string | undefined): Html | '' {
  return error === undefined ? '' : html`<p class="field-error" id="${id}-error">${error}</p>`;
}

/** The message of a field among the mistakes. */
export function errorOf(errors: FieldError[], field: string): string | undefined {
  return errors.find((error) => error.field === field)?.message;
}

/** The title of a page. A mistake comes first, for screen readers. */
export function pageTitle(title: string, errors: FieldError[], { errorPrefix }: Texts): string {
  return errors.length === 0 ? title : `${errorPrefix}: ${title}`;
}

/** Says what is different in a sandbox, with a link that opens a new window to do it manually. */
export function testNote(text: string, { href, text: linkText }: { href: string; text: string }): Html {
  return html`<p class="test-note">${text} <a href="${href}" target="_blank" rel="noopener noreferrer">${linkText}</a></p>`;
}
