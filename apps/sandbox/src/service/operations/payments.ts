import { checkoutUrl } from '../../domain/checkout/checkout-url.ts';
import * as checkout from '../../domain/checkout/start-payment.ts';
import type { Handler } from './call.ts';

/** Answers with the checkout URL, and stores the buyer's return address (PAY-1, PAY-2, PAY-3). */
export const startPayment: Handler<'startPayment'> = async (call) => {
  const { tenant, path, query, publicUrl } = call;
  const { clientId, milestoneId } = path;
  // If PAY-1a is only noted, it may be missing.
  const redirectUrl: string | undefined = query.redirectUrl;
  const shortId = await checkout.startPayment(call, { clientId, milestoneId, redirectUrl });
  return { data: checkoutUrl({ publicUrl, tenant, shortId }) };
};
