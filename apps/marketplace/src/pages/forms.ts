import { randomUUID } from 'node:crypto';
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

/** Lets a form that is sent twice create one thing: see `createdId`. */
export const formToken = (form: Field['form'] = {}): Html[] => hidden({ formToken: form['formToken'] ?? randomUUID() });

export const hidden = (values: Record<string, string | number>): Html[] =>
  Object.entries(values).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);

/** The most characters that a field may have. */
const limits: Readonly<Record<string, number>> = { description: 2_000, key: 500 };
const limitOfOthers = 200;

/**
 * The fields of a form, trimmed.
 * @throws ShopError `form` that names the first field that is empty, too long, or holds control characters.
 */
export async function readForm<Name extends string>(
  context: Context,
  names: readonly Name[],
): Promise<Record<Name, string>> {
  const body = await context.req.parseBody().catch(() => {
    throw new ShopError('form', 'This is no form that the shop can read. Send it again.');
  });
  return Object.fromEntries(names.map((name) => [name, readField(name, body[name])])) as Record<Name, string>;
}

function readField(name: string, sent: unknown): string {
  const value = typeof sent === 'string' ? sent.trim() : ''; // The shop takes no files.
  const limit = limits[name] ?? limitOfOthers;
  if (value === '') throw new ShopError('form', `Fill in ${name}.`);
  if (value.length > limit) throw new ShopError('form', `Shorten ${name} to ${limit} characters.`);
  if (Array.from(value).some(isControl))
    throw new ShopError('form', `Write ${name} in one line, without control characters.`);
  return value;
}

/** Line breaks, and such as NUL, which PostgreSQL stores in no text. */
const isControl = (character: string): boolean => character < ' ' || character === '\u007f';
