import { issueTicket } from '../../domain/checkout/issue-ticket.ts';
import { requireText } from '../../domain/require-shape.ts';
import { checkClientSecret } from '../../domain/tenants/client-credentials.ts';
import type { Handler } from './call.ts';

/** Issues a ticket for one buyer and one payment (TICKET-1). */
export const requestTicket: Handler<'requestTicket'> = async (call) => {
  const { client_secret, login_hint, scope } = call.body;
  // A field that is repeated is a list.
  requireText({ ...call.body }, 'TICKET-1b');
  checkClientSecret(call.tenant, client_secret);
  return issueTicket(call, { phone: login_hint, shortId: scope.replace(/^payment:/, '') });
};
