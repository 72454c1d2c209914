import { Refusal } from '../../../domain/refusal.ts';
import { hashSecret, matchesSecret } from '../../../domain/secret-hash.ts';
import { checkValues, readBody } from '../../../http/read-request.ts';
import { CheckoutProblem } from './checkout-problem.ts';
import type { CheckoutVisit } from './checkout-visit.ts';

/** The largest form: each has a few short fields. */
const formLimitInBytes = 16 * 1024;

/** The fields of a form that was sent; the first one of a name counts. */
export type Form = Map<string, string>;

/**
 * Reads the form that a browser sends, if it comes from a page of ours in this very browser: the request says so where
 * the browser tells, and the form's token goes with the browser's cookie. Throws a {@link CheckoutProblem} else.
 */
export async function readForm(visit: CheckoutVisit): Promise<Form> {
  if (!isFromOurPage(visit)) throw new CheckoutProblem('formForeign');
  if (visit.secret === undefined) throw new CheckoutProblem('cookiesBlocked');
  const form = await parseForm(visit);
  if (!matchesSecret(form.get('token') ?? '', hashSecret(formToken(visit.secret)))) {
    throw new CheckoutProblem('formForeign');
  }
  return form;
}

/** The token of the forms of a browser: only who knows the browser's secret can tell it. */
export function formToken(secret: string): string {
  return hashSecret(`form of ${secret}`);
}

/** Browsers say where a form comes from by one of two headers, each left out by some, or over http. */
function isFromOurPage({ context: { req }, service }: CheckoutVisit): boolean {
  const site = req.header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = req.header('origin');
  if (origin === undefined) return true;
  return URL.parse(origin)?.host === req.header('host') || origin === new URL(service.publicUrl).origin;
}

async function parseForm({ context }: CheckoutVisit): Promise<Form> {
  const type = context.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded') throw new CheckoutProblem('formUnreadable');
  try {
    const text = await readBody(context.env.incoming, formLimitInBytes);
    const fields = [...new URLSearchParams(text)].toReversed();
    checkValues(fields, 'form');
    return new Map(fields);
  } catch (error) {
    if (error instanceof Refusal) throw new CheckoutProblem('formUnreadable');
    throw error;
  }
}
