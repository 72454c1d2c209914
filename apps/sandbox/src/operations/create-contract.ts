import { createId } from '../create-id.ts';
import type { Handler } from './call.ts';

/** Creates the parent, which holds no money and belongs to the client of the token (CONTRACT-1, CONTRACT-2, AUTH-5). */
export const createContract: Handler<'createContract'> = async ({ trx, tenant, body, now }) => {
  const id = createId('contract');
  await trx
    .insertInto('contracts')
    .values({
      tenantId: tenant.id,
      id,
      clientId: tenant.clientId,
      detailsJson: JSON.stringify(body),
      createdAt: now,
    })
    .execute();
  return { data: { id, type: body.type, senderRole: body.senderRole, status: 'CREATED' } };
};
