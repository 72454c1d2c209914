import { getGenericUser } from '../../domain/generic/get-generic-user.ts';
import { Refusal } from '../../domain/refusal.ts';
import { isUniqueViolation } from '../../storage/errors.ts';
import type { Call, Handler } from './call.ts';
import { envelop } from './envelope.ts';
import { toUserRecord } from './to-user-record.ts';

/** Changes what is sent of a user (UAPI-3), and answers with the whole record: our choice, not shown. */
export const updateUser: Handler<'updateUser'> = async (call) => {
  const user = { tenantId: call.tenant.id, id: call.path.userId };
  await getGenericUser(call.trx, user);
  await writeChanges(call).catch(refuseTakenPhone);
  return envelop(call, toUserRecord(await getGenericUser(call.trx, user)));
};

async function writeChanges({ trx, tenant, path, body, now }: Call<'updateUser'>): Promise<void> {
  const { name, phone, metadata } = body;
  await trx
    .updateTable('genericUsers')
    .set({
      ...(name !== undefined && { name }),
      ...(phone !== undefined && { phone }),
      ...(metadata !== undefined && { metadataJson: JSON.stringify(metadata) }),
      updatedAt: now,
    })
    .where('tenantId', '=', tenant.id)
    .where('id', '=', path.userId)
    .execute();
}

/** One phone, one user: our choice, since linking finds a user by the phone. */
function refuseTakenPhone(error: unknown): never {
  if (!isUniqueViolation(error)) throw error;
  const message = 'phone belongs to another user.';
  throw new Refusal('rule_violation', { rule: 'UAPI-3a', field: 'phone', message });
}
