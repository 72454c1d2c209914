import { checkoutUrl } from '../../domain/checkout/checkout-url.ts';
import { issueTicket } from '../../domain/checkout/issue-ticket.ts';
import * as checkout from '../../domain/checkout/start-payment.ts';
import { requireObject, requireText, requireTexts } from '../../domain/require-shape.ts';
import { checkClientSecret } from '../../domain/tenants/client-credentials.ts';
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

/** Issues a ticket for one buyer and one payment (TICKET-1). */
export const requestTicket: Handler<'requestTicket'> = async (call) => {
  requireObject(call.body, { rule: 'TICKET-1b', field: 'body' });
  const { client_secret, login_hint, scope } = call.body;
  // A field that is repeated is a list.
  requireText({ ...call.body }, 'TICKET-1b');
  requireTexts({ client_secret, login_hint, scope }, 'TICKET-1b');
  checkClientSecret(call.tenant, client_secret);
  return issueTicket(call, { phone: login_hint, shortId: scope.replace(/^payment:/, '') });
};
