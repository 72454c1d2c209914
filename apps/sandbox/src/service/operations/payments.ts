import { checkoutUrl } from '../../domain/checkout/checkout-url.ts';
import { canReturnTo } from '../../domain/checkout/return-address.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Db } from '../../storage/database.ts';
import type { Row } from '../../storage/tables.ts';
import type { Call, Handler } from './call.ts';

/** Answers with the checkout URL, and stores where the buyer returns to (PAY-1, PAY-2, PAY-3). */
export const startPayment: Handler<'startPayment'> = async (call) => {
  const { trx, tenant, path, query, now } = call;
  checkClient(call);
  // If PAY-1a is only noted, it may be missing.
  const redirectUrl: string | undefined = query.redirectUrl;
  if (redirectUrl !== undefined) checkRedirectUrl(redirectUrl);
  const milestone = await getMilestone(trx, { tenantId: tenant.id, milestoneId: path.milestoneId });
  await checkParties(call, milestone);
  const { numUpdatedRows } = await trx
    .updateTable('milestones')
    .set({ redirectUrl: redirectUrl ?? null, updatedAt: now })
    .where('tenantId', '=', tenant.id)
    .where('id', '=', milestone.id)
    .where('state', '=', 'WAITING_FOR_PAYMENT')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) {
    const message = 'The milestone is not WAITING_FOR_PAYMENT: it has been paid.';
    throw new Refusal('conflict', { rule: 'STATE-4a', field: 'milestoneId', message });
  }
  return { data: checkoutUrl({ publicUrl: call.publicUrl, tenant, shortId: milestone.shortId }) };
};

/** Throws if the client is not the one of the token, to which the contract belongs (AUTH-5a). */
function checkClient({ tenant, path }: Call<'startPayment'>): void {
  if (path.clientId === tenant.clientId) return;
  const message = 'Send the client id of the organization whose token and contract this is.';
  throw new Refusal('forbidden', { rule: 'AUTH-5a', field: 'clientId', message });
}

/** Throws for an address to which no browser should be sent, whatever is noted: the other schemes are for the shop to choose (PAY-1b). */
function checkRedirectUrl(redirectUrl: string): void {
  if (canReturnTo(redirectUrl)) return;
  const message = 'Send redirectUrl as an http or https URL.';
  throw new Refusal('rule_violation', { rule: 'PAY-1b', field: 'redirectUrl', message });
}

async function getMilestone(
  db: Db,
  { tenantId, milestoneId }: { tenantId: string; milestoneId: string },
): Promise<Row<'milestones'>> {
  const milestone = await db
    .selectFrom('milestones')
    .where('tenantId', '=', tenantId)
    .where('id', '=', milestoneId)
    .selectAll()
    .executeTakeFirst();
  if (milestone) return milestone;
  const message = 'This organization has no such milestone. The service answers that with a bare 500.';
  throw new Refusal('unknown_milestone', { rule: 'PAY-4', field: 'milestoneId', message });
}

/** Throws unless the milestone has parties (STATE-2b) who have joined (STATE-3a), including a buyer (PAY-1c). */
async function checkParties(
  { trx, refuseOrNote }: Call<'startPayment'>,
  { tenantId, id }: Row<'milestones'>,
): Promise<void> {
  const parties = await trx
    .selectFrom('parties')
    .where('tenantId', '=', tenantId)
    .where('milestoneId', '=', id)
    .select(['role', 'joinedAt'])
    .execute();
  const refuse = (rule: string, message: string) =>
    refuseOrNote(new Refusal('conflict', { rule, field: 'milestoneId', message }));
  if (parties.length === 0) refuse('STATE-2b', 'The milestone has no parties: add them, then it waits for payment.');
  const isInvited = parties.some(({ joinedAt }) => joinedAt === null);
  if (isInvited) refuse('STATE-3a', 'Not every party has accepted the invitation: payment starts when all have.');
  const hasBuyer = parties.some(({ role }) => role === 'CUSTOMER');
  if (!hasBuyer) refuse('PAY-1c', 'The milestone has no CUSTOMER who could pay.');
}
