import { parseCheckoutUrl } from '../../domain/checkout/checkout-url.ts';
import { openCheckout as open } from '../../domain/checkout/open-checkout.ts';
import { giveConsent, payCheckout as pay } from '../../domain/checkout/session.ts';
import type { ControlHandler } from '../control-call.ts';
import { describeMilestone } from '../views/describe-milestone.ts';

/**
 * Opens the checkout as the buyer's browser does. The ticket is used up (AUTH-7, CHECKOUT-1, CHECKOUT-3); without one the buyer
 * signs in.
 */
export const openCheckout: ControlHandler<'openCheckout'> = ({ service: { db }, tenant, now, body }) => {
  const parts = { ...parseCheckoutUrl(body.checkoutUrl), buyerPhone: body.buyerPhone };
  return db.transaction().execute((trx) => open(trx, { tenant, now, ...parts }));
};

export const payCheckout: ControlHandler<'payCheckout'> = async ({ service, tenant, now, body }) => {
  const { session } = body;
  const { milestoneId } = await service.db.transaction().execute((trx) => pay(trx, { tenant, now, session }));
  service.wake();
  return describeMilestone(service, { tenant, milestoneId });
};

/** Grants or declines consent as the buyer of the session (USER-3, USER-4). */
export const giveCheckoutConsent: ControlHandler<'giveCheckoutConsent'> = ({ service: { db }, tenant, now, body }) =>
  db.transaction().execute((trx) => giveConsent(trx, { tenant, now, ...body }));
