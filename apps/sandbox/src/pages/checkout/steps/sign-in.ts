import { finishSignIn, startSignIn } from '../../../domain/checkout/sign-in.ts';
import { respondMistake, respondRedirect } from '../show/respond.ts';
import type { Mistake } from '../texts/problem.ts';
import { beginVisit, type CheckoutVisit, secretCookie, typedCookie } from '../visit/checkout-visit.ts';
import { readPageCookie, setPageCookie } from '../visit/cookies.ts';
import type { Form } from '../visit/form.ts';
import { toCode, toPhoneNumber } from '../visit/phone-number.ts';

/** The longest mistyped phone number that is stored; the rest is cut. */
const longestTyped = 64;

/** Sends a code to the phone if it is the buyer's. Asks for the code in either case. */
export async function enterPhone(visit: CheckoutVisit, form: Form): Promise<Response> {
  const { context, service, tenant, milestone, now, links } = visit;
  const text = form.get('phone')?.trim() ?? '';
  const phone = toPhoneNumber(text);
  if (phone === undefined) return askAgain(visit, text === '' ? 'phoneMissing' : 'phoneInvalid', text);
  const start = { tenantId: tenant.id, milestoneId: milestone.id, visit: beginVisit(visit), phone, now };
  const result = await service.db.transaction().execute((trx) => startSignIn(trx, start));
  if (result === 'tooMany') return askAgain(visit, 'tooManyCodes', text);
  if (readPageCookie(context, typedCookie(links))) setPageCookie(context, typedCookie(links), '');
  return respondRedirect(context, links.checkout);
}

/** Signs in with the code, which also grants the consent (USER-3, USER-4). */
export async function enterCode(visit: CheckoutVisit & { secret: string }, form: Form): Promise<Response> {
  const { context, service, tenant, milestone, now, links, secret } = visit;
  const text = form.get('code') ?? '';
  const code = toCode(text);
  if (code === undefined) return respondMistake(visit, text.trim() === '' ? 'codeMissing' : 'codeInvalid');
  const finish = { tenantId: tenant.id, milestoneId: milestone.id, visit: secret, code, now };
  const result = await service.db.transaction().execute((trx) => finishSignIn(trx, finish));
  if (result === 'wrong') return respondMistake(visit, 'codeWrong');
  // After a double submit, a signed-in buyer does not see this.
  if (result === 'closed') return respondMistake(visit, 'codeClosed');
  setPageCookie(context, secretCookie(links), result.session);
  return respondRedirect(context, links.checkout);
}

/** The mistyped number stays in the browser, to be corrected there. */
function askAgain(visit: CheckoutVisit, mistake: Mistake, text: string): Response {
  setPageCookie(visit.context, typedCookie(visit.links), text.slice(0, longestTyped));
  return respondMistake(visit, mistake);
}
