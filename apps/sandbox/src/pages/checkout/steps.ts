import { giveConsent, payCheckout } from '../../domain/checkout.ts';
import {
  bankTransferMethod,
  chooseBankTransfer,
  paysByBankTransfer,
  withdrawBankTransfer,
} from '../../domain/payments.ts';
import { Refusal } from '../../domain/refusal.ts';
import { hashSecret, matchesSecret } from '../../domain/secret.ts';
import { finishSignIn, startSignIn } from '../../domain/sign-in.ts';
import { findPhoneViolation } from '../../domain/users.ts';
import { checkValues, readBody } from '../../http/read-request.ts';
import { formToken, type StepName } from './forms.ts';
import { respondCheckout, respondMistake, respondReturn } from './page.ts';
import { findBuyerPayment } from './pages.ts';
import { CheckoutProblem, type Mistake } from './texts.ts';
import {
  type BrowserVisit,
  type BuyerVisit,
  beginVisit,
  type CheckoutVisit,
  isBuyerVisit,
  readPageCookie,
  setPageCookie,
} from './visit.ts';

/** The fields of a form. If a name is repeated, the first field is used. */
type FormFields = Map<string, string>;

/** A step for a visitor whose form was accepted. Returns what the visitor sees next. */
type Step = (visit: BrowserVisit, form: FormFields) => Response;

const steps: Record<StepName, Step> = {
  phone: enterPhone,
  code: enterCode,
  otherPhone: changePhone,
  giveConsent: forBuyer((visit) => answerConsent(visit, true)),
  declineConsent: forBuyer((visit) => answerConsent(visit, false)),
  pay: forBuyer(pay),
  cancel: forBuyer(cancel),
};

/**
 * Does what a form asks for, if it comes from our page in the same browser: by the request's headers, if the browser sends them,
 * and by the form's token, which belongs to the browser's cookie. Throws a {@link CheckoutProblem} otherwise.
 */
export async function takeStep(visit: CheckoutVisit): Promise<Response> {
  const { secret } = visit;
  if (!isFromOurPage(visit)) throw new CheckoutProblem('formRefused');
  if (secret === undefined) throw new CheckoutProblem('cookiesBlocked');
  const form = await readForm(visit);
  const hasToken = matchesSecret(form.get('token') ?? '', hashSecret(formToken(secret)));
  const name = form.get('step') ?? '';
  if (!hasToken || !Object.hasOwn(steps, name)) throw new CheckoutProblem('formRefused');
  return steps[name as StepName]({ ...visit, secret }, form);
}

/** Browsers send the origin of a form in one of two headers. Some omit one, or both over http. */
function isFromOurPage({ context: { req }, service }: CheckoutVisit): boolean {
  const site = req.header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = req.header('origin');
  if (origin === undefined) return true;
  return URL.parse(origin)?.host === req.header('host') || origin === URL.parse(service.publicUrl ?? '')?.origin;
}

/** The largest form: each has a few short fields. */
const formLimitInBytes = 16 * 1024;

async function readForm({ context }: CheckoutVisit): Promise<FormFields> {
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

/** A visitor who is signed out gets the sign-in page instead. */
function forBuyer(step: (visit: BuyerVisit, form: FormFields) => Response): Step {
  return (visit, form) => (isBuyerVisit(visit) ? step(visit, form) : respondCheckout(visit));
}

/** The longest mistyped phone number that is stored; the rest is cut. */
const longestTyped = 64;

/** Sends a code to the phone if it is the buyer's. Asks for the code in either case. */
function enterPhone(visit: BrowserVisit, form: FormFields): Response {
  const { context, service, key, now } = visit;
  const text = form.get('phone')?.trim() ?? '';
  const phone = toPhoneNumber(text);
  if (phone === undefined) return askAgain(visit, text === '' ? 'phoneMissing' : 'phoneInvalid', text);
  const start = { ...key, visit: beginVisit(visit).secret, phone, now };
  const result = service.store.transaction(() => startSignIn(service.store, start));
  if (result === 'tooMany') return askAgain(visit, 'tooManyCodes', text);
  if (readPageCookie(context, 'checkout_typed')) setPageCookie(visit, 'checkout_typed', '');
  return respondCheckout(visit);
}

/** The mistyped number stays in the browser, to be corrected there. */
function askAgain(visit: CheckoutVisit, mistake: Mistake, text: string): Response {
  setPageCookie(visit, 'checkout_typed', text.slice(0, longestTyped));
  return respondMistake(visit, mistake);
}

/** The country whose numbers may be written in local form. Our choice: not shown. */
const countryCode = '+966';

/**
 * Reads a phone number as people write it: with spaces, dashes and brackets, 00 for +, and a number of the country without its
 * code. Undefined if it is not an E.164 number.
 */
export function toPhoneNumber(text: string): string | undefined {
  const dialled = text.replaceAll(/[\s().\-\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
  const number = dialled.replace(/^00/, '+').replace(/^0(?=5\d{8}$)/, countryCode);
  return findPhoneViolation(number) ? undefined : number;
}

/** Signs in with the code, which also grants the consent (USER-3, USER-4). */
function enterCode(visit: BrowserVisit, form: FormFields): Response {
  const { service, key, now, secret } = visit;
  const text = form.get('code') ?? '';
  const code = toCode(text);
  if (code === undefined) return respondMistake(visit, text.trim() === '' ? 'codeMissing' : 'codeInvalid');
  const finish = { ...key, visit: secret, code, now };
  const result = service.store.transaction(() => finishSignIn(service.store, finish));
  if (result === 'wrong') return respondMistake(visit, 'codeWrong');
  // After a double submit, a signed-in buyer does not see this.
  if (result === 'closed') return respondMistake(visit, 'codeClosed');
  setPageCookie(visit, 'checkout', result.session);
  return respondCheckout(visit);
}

/** Reads the six digits of a code. Undefined if there are not six. */
export function toCode(text: string): number | undefined {
  const digits = text.replaceAll(/[\s-]/g, '');
  return /^\d{6}$/.test(digits) ? Number(digits) : undefined;
}

/** Forgets the phone number in this browser, and asks for one again: the same one gets a new code. */
function changePhone(visit: BrowserVisit): Response {
  beginVisit(visit);
  return respondCheckout(visit);
}

/** Grants the consent, even after it was declined, or declines it (USER-3, USER-4). */
function answerConsent(visit: BuyerVisit, granted: boolean): Response {
  const { service, tenant, now, secret } = visit;
  giveConsent(service.store, { tenant, now, session: secret, granted });
  return respondCheckout(visit);
}

/** The longest name of an attempt that is stored. */
const longestAttempt = 64;

/**
 * Pays with one of the organization's methods, by its settings and not by the address. If the same form has already paid, it
 * was sent twice: it is neither paid again nor refused.
 */
function pay(visit: BuyerVisit, form: FormFields): Response {
  const { service, tenant, key, now, secret, buyer } = visit;
  const { store } = service;
  const method = form.get('method') ?? '';
  const attempt = (form.get('attempt') ?? '').slice(0, longestAttempt);
  if (!tenant.settings.paymentMethods.includes(method)) return respondMistake(visit, 'methodMissing');
  if (buyer.consent !== 'GRANTED') return respondCheckout(visit);
  const isTransfer = method === bankTransferMethod || paysByBankTransfer(tenant, buyer.phone);
  if (!isTransfer && form.get('outcome') === 'declined') return respondMistake(visit, 'paymentDeclined', method);
  try {
    store.transaction(() => {
      if (isTransfer) chooseBankTransfer(store, { ...key, userId: buyer.id, now });
      else payCheckout(store, { tenant, session: secret, method, attempt, now });
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return answerRefusal(visit, error, attempt);
  }
  service.runner.wake(tenant);
  return isTransfer ? respondCheckout(visit) : respondReturn(visit);
}

/** This form was sent twice, another tab was quicker, or the payment cannot be made any more (TICKET-5). */
function answerRefusal(visit: BuyerVisit, { details }: Refusal, attempt: string): Response {
  const payment = findBuyerPayment(visit);
  const isRepeat = attempt !== '' && payment?.state === 'PAID' && payment.attemptHash === hashSecret(attempt);
  if (isRepeat) return respondReturn(visit);
  const isPaid = details.rule === 'STATE-4a';
  return respondCheckout(visit, isPaid ? '&problem=alreadyPaid' : '');
}

/** Goes back to the shop without paying. Withdraws a pending transfer. */
function cancel(visit: BuyerVisit): Response {
  const { service, key, buyer } = visit;
  withdrawBankTransfer(service.store, { ...key, userId: buyer.id });
  return respondReturn(visit);
}
