import { giveConsent } from '../../../domain/checkout/session.ts';
import { withdrawBankTransfer } from '../../../domain/payments/bank-transfer.ts';
import { respondRedirect } from '../show/respond.ts';
import { CheckoutProblem } from '../texts/problem.ts';
import type { StepName } from '../views/form-parts.ts';
import { type BuyerVisit, beginVisit, type CheckoutVisit, isBuyerVisit } from '../visit/checkout-visit.ts';
import { type Form, readForm } from '../visit/form.ts';
import { pay } from './pay.ts';
import { enterCode, enterPhone } from './sign-in.ts';

/** A step for a visitor whose form was accepted. Its answer says what the visitor sees next. */
type Step = (visit: CheckoutVisit & { secret: string }, form: Form) => Promise<Response>;

const steps: Record<StepName, Step> = {
  phone: enterPhone,
  code: enterCode,
  otherPhone: changePhone,
  giveConsent: forBuyer((visit) => answerConsent(visit, true)),
  declineConsent: forBuyer((visit) => answerConsent(visit, false)),
  pay: forBuyer(pay),
  cancel: forBuyer(cancel),
};

/** Does what a form asks for. Throws a {@link CheckoutProblem} if the form is not ours. */
export async function takeStep(visit: CheckoutVisit): Promise<Response> {
  const { secret } = visit;
  const form = await readForm(visit);
  const name = form.get('step') ?? '';
  if (!Object.hasOwn(steps, name) || secret === undefined) throw new CheckoutProblem('formRefused');
  return steps[name as StepName]({ ...visit, secret }, form);
}

/** A visitor who is signed out gets the sign-in page instead. */
function forBuyer(step: (visit: BuyerVisit, form: Form) => Promise<Response>): Step {
  return async (visit, form) =>
    isBuyerVisit(visit) ? step(visit, form) : respondRedirect(visit.context, visit.links.checkout);
}

/** Forgets the phone number in this browser, and asks for one again: the same one gets a new code. */
async function changePhone(visit: CheckoutVisit): Promise<Response> {
  beginVisit(visit);
  return respondRedirect(visit.context, visit.links.checkout);
}

/** Grants the consent, even after it was declined, or declines it (USER-3, USER-4). */
async function answerConsent(visit: BuyerVisit, granted: boolean): Promise<Response> {
  const { context, service, tenant, now, secret, links } = visit;
  const answer = { tenant, now, session: secret, granted };
  await service.db.transaction().execute((trx) => giveConsent(trx, answer));
  return respondRedirect(context, links.checkout);
}

/** Goes back to the shop without paying. Withdraws a pending transfer. */
async function cancel({ context, service, milestone, visitor, links }: BuyerVisit): Promise<Response> {
  const { tenantId, id: milestoneId } = milestone;
  await withdrawBankTransfer(service.db, { tenantId, milestoneId, userId: visitor.buyer.id });
  return respondRedirect(context, links.return);
}
