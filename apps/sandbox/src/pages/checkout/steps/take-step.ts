import { respondRedirect } from '../show/respond.ts';
import type { StepName } from '../views/form-parts.ts';
import { CheckoutProblem } from '../visit/checkout-problem.ts';
import { type BuyerVisit, type CheckoutVisit, isBuyerVisit } from '../visit/checkout-visit.ts';
import { type Form, readForm } from '../visit/form.ts';
import { declineConsent, giveConsent } from './consent.ts';
import { cancel, pay } from './pay.ts';
import { changePhone, enterCode, enterPhone, sendNewCode } from './sign-in.ts';

/** A step for a visitor whose form was accepted. */
type Step = (visit: CheckoutVisit & { secret: string }, form: Form) => Promise<Response>;

const steps: Record<StepName, Step> = {
  phone: enterPhone,
  code: enterCode,
  newCode: sendNewCode,
  otherPhone: changePhone,
  giveConsent: forBuyer(giveConsent),
  declineConsent: forBuyer(declineConsent),
  pay: forBuyer(pay),
  cancel: forBuyer(cancel),
};

/** Does what a form asks for. Throws a {@link CheckoutProblem} if the form is not ours. */
export async function takeStep(visit: CheckoutVisit): Promise<Response> {
  const form = await readForm(visit);
  const name = form.get('step') ?? '';
  if (!Object.hasOwn(steps, name) || visit.secret === undefined) throw new CheckoutProblem('formUnreadable');
  return steps[name as StepName]({ ...visit, secret: visit.secret }, form);
}

/** A visitor who is signed out gets the sign-in page instead. */
function forBuyer(step: (visit: BuyerVisit, form: Form) => Promise<Response>): Step {
  return async (visit, form) =>
    isBuyerVisit(visit) ? step(visit, form) : respondRedirect(visit.context, visit.links.checkout);
}
