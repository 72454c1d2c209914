import { createId } from '../../domain/create-id.ts';
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
  // Each has one value, also where CONTRACT-1a is only noted and it was left out.
  return { data: { id, type: 'COMPLEX_CONTRACT', senderRole: 'BROKER', status: 'CREATED' } };
};
