import { findSignIn, finishSignIn, startSignIn } from '../../checkout/sign-in.ts';
import { respondPage, respondRedirect } from '../respond.ts';
import { beginVisit, signInPage } from '../show-page.ts';
import type { Texts } from '../texts/texts.ts';
import { codePage } from '../views/sign-in-page.ts';
import { type CheckoutVisit, secretCookie } from '../visit/checkout-visit.ts';
import { setPageCookie } from '../visit/cookies.ts';
import type { Form } from '../visit/form.ts';
import { toCode, toPhoneNumber } from '../visit/phone-number.ts';

/** How long who was sent too many codes is asked to wait, in seconds. */
const waitInSeconds = 15 * 60;

/** A form was understood, but not what is in it. */
const unprocessable = 422;
const tooManyRequests = 429;

/** Sends a code to the phone if it is the buyer's, and asks for it in either case. */
export async function enterPhone(visit: CheckoutVisit, form: Form): Promise<Response> {
  const { context, service, tenant, milestone, now, links } = visit;
  const text = form.get('phone')?.trim() ?? '';
  const phone = toPhoneNumber(text);
  const { errors } = visit.language.texts;
  const again = (message: string, status: number) =>
    respondPage(visit, signInPage(visit, { errors: [{ field: 'phone', message }], status, phone: text }));
  if (phone === undefined) return again(text === '' ? errors.phoneMissing : errors.phoneInvalid, unprocessable);
  const secret = beginVisit(visit);
  const start = { tenantId: tenant.id, milestoneId: milestone.id, visit: secret, phone, now };
  const result = await service.db.transaction().execute((trx) => startSignIn(trx, start));
  if (result === 'started') {
    service.changes.tell();
    return respondRedirect(context, links.checkout);
  }
  context.header('retry-after', String(waitInSeconds));
  return respondPage(
    visit,
    signInPage(
      { ...visit, secret },
      { errors: [{ field: 'phone', message: errors.tooManyCodes }], status: tooManyRequests, phone: text },
    ),
  );
}

/** Signs in with the code, which gives the consent as well (USER-3, USER-4). */
export async function enterCode(visit: CheckoutVisit & { secret: string }, form: Form): Promise<Response> {
  const { context, service, tenant, milestone, now, links, secret } = visit;
  const key = { tenantId: tenant.id, milestoneId: milestone.id, visit: secret };
  const signIn = await findSignIn(service.db, key);
  // Who is signed in already has sent the form twice.
  if (!signIn) return respondRedirect(context, links.checkout);
  const text = form.get('code') ?? '';
  const code = toCode(text);
  const { errors } = visit.language.texts;
  const again = (message: string) =>
    respondPage(
      visit,
      codePage(visit, {
        secret,
        phone: signIn.phone,
        errors: [{ field: 'code', message }],
        status: unprocessable,
      }),
    );
  if (code === undefined) return again(text.trim() === '' ? errors.codeMissing : errors.codeInvalid);
  const result = await service.db.transaction().execute((trx) => finishSignIn(trx, { ...key, code, now }));
  if (result === 'wrong') return again(errors.codeWrong);
  if (result === 'closed') return startOver(visit, errors);
  setPageCookie(context, secretCookie(links), result.session);
  service.changes.tell();
  return respondRedirect(context, links.checkout);
}

/** Forgets the phone number in this browser, and asks for another one. */
export async function changePhone(visit: CheckoutVisit): Promise<Response> {
  beginVisit(visit);
  return respondRedirect(visit.context, visit.links.checkout);
}

function startOver(visit: CheckoutVisit, { codeClosed }: Texts['errors']): Promise<Response> {
  const details = { errors: [{ field: 'phone', message: codeClosed }], status: unprocessable };
  return respondPage(visit, signInPage(visit, details));
}
