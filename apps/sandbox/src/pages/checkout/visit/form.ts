import { Refusal } from '../../../domain/refusal.ts';
import { hashSecret, matchesSecret } from '../../../domain/secret.ts';
import { checkValues, readBody } from '../../../http/read-request.ts';
import { CheckoutProblem } from '../texts/problem.ts';
import type { CheckoutVisit } from './checkout-visit.ts';

/** The largest form: each has a few short fields. */
const formLimitInBytes = 16 * 1024;

/** The fields of a form. If a name is repeated, the first field counts. */
export type Form = Map<string, string>;

/**
 * Reads the form of a browser if it comes from our page in the same browser: by the request's headers, if the browser sends
 * them, and by the form's token, which belongs to the browser's cookie. Throws a {@link CheckoutProblem} otherwise.
 */
export async function readForm(visit: CheckoutVisit): Promise<Form> {
  if (!isFromOurPage(visit)) throw new CheckoutProblem('formRefused');
  if (visit.secret === undefined) throw new CheckoutProblem('cookiesBlocked');
  const form = await parseForm(visit);
  if (!matchesSecret(form.get('token') ?? '', hashSecret(formToken(visit.secret)))) {
    throw new CheckoutProblem('formRefused');
  }
  return form;
}

/** The token of the forms of a browser, which can't be computed without the browser's secret. */
export function formToken(secret: string): string {
  return hashSecret(`form of ${secret}`);
}

/** Browsers send the origin of a form in one of two headers. Some leave one out, or send none over http. */
function isFromOurPage({ context: { req }, service }: CheckoutVisit): boolean {
  const site = req.header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = req.header('origin');
  if (origin === undefined) return true;
  return URL.parse(origin)?.host === req.header('host') || origin === new URL(service.publicUrl).origin;
}

async function parseForm({ context }: CheckoutVisit): Promise<Form> {
  try {
    const text = await readBody(context.env.incoming, formLimitInBytes);
    const fields = [...new URLSearchParams(text)].toReversed();
    checkValues(fields, 'form');
    return new Map(fields);
  } catch (error) {
    if (error instanceof Refusal) throw new CheckoutProblem('formRefused');
    throw error;
  }
}
