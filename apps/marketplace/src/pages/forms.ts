import type { Context } from 'hono';
import { html } from 'hono/html';
import { ShopError } from '../shop-error.ts';
import type { Html } from './layout.ts';

/** A field of a form, with its label and a hint. */
interface Field {
  name: string;
  label: string;
  /** What the form was sent with, to be shown again. */
  form?: Partial<Record<string, string>> | undefined;
  hint?: string;
  /** What the browser offers to fill in, and which keyboard a phone shows. */
  autocomplete?: string;
  inputmode?: 'decimal' | 'numeric' | 'tel' | 'text';
}

export const field = ({ name, label, form = {}, hint, autocomplete = 'off', inputmode = 'text' }: Field): Html => html`
  <p class="field">
    <label for="${name}">${label}</label>
    ${hint && html`<small id="${name}-hint">${hint}</small>`}
    <input id="${name}" name="${name}" value="${form[name] ?? ''}" required dir="auto" autocomplete="${autocomplete}"
      inputmode="${inputmode}" ${hint && html`aria-describedby="${name}-hint"`}>
  </p>`;

/** Who somebody is: what the service registers them by. */
export const personFields = (form: Field['form']): Html => html`
  ${field({ name: 'firstName', label: 'First name', form, autocomplete: 'given-name' })}
  ${field({ name: 'lastName', label: 'Last name', form, autocomplete: 'family-name' })}
  ${field({
    name: 'phone',
    label: 'Phone number',
    form,
    hint: 'With country code, such as +966500000000',
    autocomplete: 'tel',
    inputmode: 'tel',
  })}`;

export const hidden = (values: Record<string, string | number>): Html[] =>
  Object.entries(values).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);

/**
 * The fields of a form, trimmed.
 * @throws ShopError `form` that names the first one that is empty.
 */
export async function readForm<Name extends string>(
  context: Context,
  names: readonly Name[],
): Promise<Record<Name, string>> {
  const body = await context.req.parseBody();
  const entries = names.map((name) => [name, String(body[name] ?? '').trim()] as const);
  const empty = entries.find(([, value]) => value === '');
  if (empty) throw new ShopError('form', `Fill in ${empty[0]}.`);
  return Object.fromEntries(entries) as Record<Name, string>;
}
