import type { Row } from '../../storage/tables.ts';
import { findMilestone } from '../milestones/require-milestone.ts';
import { listParties } from '../parties/list-parties.ts';
import { Refusal } from '../refusal.ts';
import type { RefuseOrNote } from '../refuse-or-note.ts';
import type { TenantCall } from '../tenants/tenant-call.ts';
import { checkRedirectUrl } from './return-address.ts';

/** The payment to start. */
export interface PaymentRequest {
  clientId: string;
  milestoneId: string;
  /** The address to which the buyer returns. */
  redirectUrl: string | undefined;
}

/**
 * Stores the return address of a milestone's buyer, and returns the milestone's shortId (PAY-1, PAY-3). Throws for another
 * client (AUTH-5a), an address that no browser should open (PAY-1b), an unknown milestone (PAY-4), one whose parties can't pay
 * yet (see {@link checkParties}), and one that has been paid (STATE-4a).
 */
export async function startPayment(
  { trx, tenant, now, refuseOrNote }: TenantCall,
  { clientId, milestoneId, redirectUrl }: PaymentRequest,
): Promise<string> {
  if (clientId !== tenant.clientId) {
    const message = 'Send the client id of the organization whose token and contract this is.';
    throw new Refusal('forbidden', { rule: 'AUTH-5a', field: 'clientId', message });
  }
  if (redirectUrl !== undefined) checkRedirectUrl(redirectUrl);
  const key = { tenantId: tenant.id, milestoneId };
  const milestone = await findMilestone(trx, key);
  if (!milestone) {
    const message = 'This organization has no such milestone. The service answers that with a bare 500.';
    throw new Refusal('unknown_milestone', { rule: 'PAY-4', field: 'milestoneId', message });
  }
  checkParties(await listParties(trx, key), refuseOrNote);
  const { numUpdatedRows } = await trx
    .updateTable('milestones')
    .set({ redirectUrl: redirectUrl ?? null, updatedAt: now })
    .where((eb) => eb.and({ tenantId: tenant.id, id: milestone.id, state: 'WAITING_FOR_PAYMENT' }))
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return milestone.shortId;
  const message = 'The milestone is not WAITING_FOR_PAYMENT: it has been paid.';
  throw new Refusal('conflict', { rule: 'STATE-4a', field: 'milestoneId', message });
}

/** Throws unless a milestone has parties (STATE-2b) who have joined (STATE-3a), including a buyer (PAY-1c). */
function checkParties(parties: readonly Row<'parties'>[], refuseOrNote: RefuseOrNote): void {
  const refuse = (rule: string, message: string) =>
    refuseOrNote(new Refusal('conflict', { rule, field: 'milestoneId', message }));
  if (parties.length === 0) refuse('STATE-2b', 'The milestone has no parties: add them, then it waits for payment.');
  const isInvited = parties.some(({ joinedAt }) => joinedAt === null);
  if (isInvited) refuse('STATE-3a', 'Not every party has accepted the invitation: payment starts when all have.');
  const hasBuyer = parties.some(({ role }) => role === 'CUSTOMER');
  if (!hasBuyer) refuse('PAY-1c', 'The milestone has no CUSTOMER who could pay.');
}
