import { randomUUID } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html } from 'hono/html';
import { hasControlCharacters, withoutControlCharacters } from '../shop/control-characters.ts';
import { ShopError } from '../shop/shop.ts';
import { alert, type Html, page } from './layout.ts';

/** How an input is shown and checked. */
interface Input {
  label: string;
  hint?: string;
  autocomplete?: string;
  inputmode?: 'decimal' | 'numeric' | 'tel';
  /** In UTF-16 code units, as `maxlength` of HTML counts. Default: 200. */
  maxLength?: number;
}

/** The inputs of all forms, by name. */
export const inputs = {
  firstName: { label: 'First name', autocomplete: 'given-name' },
  lastName: { label: 'Last name', autocomplete: 'family-name' },
  phone: {
    label: 'Phone number',
    hint: 'With country code, such as +966500000000',
    autocomplete: 'tel',
    inputmode: 'tel',
  },
  iban: { label: 'IBAN', hint: 'SA and 22 digits, without spaces' },
  nationalId: { label: 'National id', hint: 'Of the holder of the account', inputmode: 'numeric' },
  street: { label: 'Street', autocomplete: 'address-line1' },
  city: { label: 'City', autocomplete: 'address-level2' },
  title: { label: 'Title' },
  description: { label: 'Description', maxLength: 2_000 },
  deposit: { label: 'Deposit in SAR', hint: 'Paid before you begin', inputmode: 'decimal' },
  rest: { label: 'Rest in SAR', hint: 'Paid before you deliver', inputmode: 'decimal' },
  referenceId: { label: 'Reference of the payment' },
  id: { label: 'Its id' },
  itemPrice: { label: 'Its price in SAR' },
  fee: { label: 'Its fee in SAR' },
  feePercentage: { label: 'Its fee as a fraction, such as 0.04' },
} satisfies Record<string, Input>;

/** Hidden fields and the values of buttons. */
type HiddenField = 'formToken' | 'key' | 'revision' | 'outcome' | 'milestoneId';

export type InputName = keyof typeof inputs;
type FieldName = InputName | HiddenField;

const usualMaxLength = 200;
const hiddenMaxLength = 500;

/** Submitted values, to show in the form again. */
export type FormValues = Partial<Record<FieldName, string>>;

/** An input with its label and hint. */
export function field(name: InputName, form: FormValues = {}): Html {
  const input: Input = inputs[name];
  const { label, hint, autocomplete = 'off', inputmode = 'text', maxLength = usualMaxLength } = input;
  return html`
  <p>
    <label for="${name}">${label}</label>
    ${hint && html`<small id="${name}-hint">${hint}</small>`}
    <input id="${name}" name="${name}" value="${form[name] ?? ''}" required maxlength="${maxLength}" dir="auto"
      autocomplete="${autocomplete}" inputmode="${inputmode}" ${hint && html`aria-describedby="${name}-hint"`}>
  </p>`;
}

/** The inputs that register a person with the service. */
export const personFields = (form: FormValues): Html[] =>
  (['firstName', 'lastName', 'phone'] as const).map((name) => field(name, form));

/** Makes a form that is submitted twice create one row: see `createdId`. */
export const formToken = (form: FormValues = {}): Html[] => hidden({ formToken: form.formToken || randomUUID() });

export const hidden = (values: Partial<Record<FieldName, string | number>>): Html[] =>
  Object.entries(values).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);

/** A submitted form. */
interface SentForm<Name extends FieldName> {
  /**
   * The fields, trimmed; empty if absent. If there are problems, use them only to show the form again: spaces replace control
   * characters, which people cannot see to remove, and a malformed hidden field is empty.
   */
  form: Record<Name, string>;
  /** What to correct, in the order of the fields. */
  problems: string[];
}

/** @throws ShopError `form` if the body cannot be read as a form. */
export async function readForm<Name extends FieldName>(
  context: Context,
  names: readonly Name[],
): Promise<SentForm<Name>> {
  const body = await context.req.parseBody().catch(() => {
    throw unreadableForm();
  });
  const fields = names.map((name) => ({ name, ...readField(name, body[name]) }));
  const form = Object.fromEntries(fields.map(({ name, value }) => [name, value])) as Record<Name, string>;
  return { form, problems: [...new Set(fields.flatMap(({ problem }) => problem ?? []))] };
}

/**
 * Reads a form that is not shown again.
 * @throws ShopError `form` with the first problem.
 */
export async function readCheckedForm<Name extends FieldName>(
  context: Context,
  names: readonly Name[],
): Promise<Record<Name, string>> {
  const { form, problems } = await readForm(context, names);
  if (problems[0]) throw new ShopError('form', problems[0]);
  return form;
}

export const alertAboutForm = (problems: string[]): Html => alert('Please correct the following.', problems);

const unreadableForm = (): ShopError => new ShopError('form', 'The shop cannot read this form. Send it again.');

function readField(name: FieldName, sent: unknown): { value: string; problem?: string } {
  const value = typeof sent === 'string' ? sent.trim() : ''; // The shop accepts no files.
  const input: Input | undefined = inputs[name as InputName];
  const problem = problemOf(value, input ?? { label: name, maxLength: hiddenMaxLength });
  if (!problem) return { value };
  if (input) return { value: withoutControlCharacters(value), problem };
  return { value: '', problem: 'Load the page again, and send the form once more.' };
}

function problemOf(value: string, { label, maxLength = usualMaxLength }: Input): string | undefined {
  if (value === '') return `Fill in “${label}”.`;
  if (value.length > maxLength) return `Shorten “${label}” to ${maxLength} characters.`;
  if (hasControlCharacters(value)) return `Write “${label}” in one line, without control characters.`;
  return undefined;
}

/** The longest form that `readForm` accepts has less than 30 KiB, in any script. */
const formLimitInBytes = 64 * 1024;

const limit = bodyLimit({
  maxSize: formLimitInBytes,
  onError: (context) => context.html(page('This form is too large', html`<p>Write less, and send it again.</p>`), 413),
});

/**
 * Refuses a form that is too large before reading it into memory. If the sender breaks off, the form is refused without a log
 * entry, because the shop is not at fault.
 */
export const limitForm: MiddlewareHandler = (context, next) =>
  // Hono hands errors of routes to `onError`, so this catches only errors of reading the body.
  limit(context, next).catch(() => {
    throw unreadableForm();
  });
