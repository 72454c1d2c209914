import type { Db } from '../../storage/database.ts';

/** How much a tenant holds. */
export interface RowCounts {
  users: number;
  contracts: number;
  milestones: number;
  events: number;
  pendingDeliveries: number;
  failedDeliveries: number;
  requests: number;
}

/** Counts what a tenant holds. */
export async function countRows(db: Db, tenantId: string): Promise<RowCounts> {
  const count = async (table: 'users' | 'contracts' | 'milestones' | 'events' | 'requests') => {
    const query = db.selectFrom(table).where('tenantId', '=', tenantId);
    return (await query.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count;
  };
  const countDeliveries = async (state: 'pending' | 'failed') => {
    const query = db.selectFrom('deliveries').where('tenantId', '=', tenantId).where('state', '=', state);
    return (await query.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count;
  };
  return {
    users: await count('users'),
    contracts: await count('contracts'),
    milestones: await count('milestones'),
    events: await count('events'),
    pendingDeliveries: await countDeliveries('pending'),
    failedDeliveries: await countDeliveries('failed'),
    requests: await count('requests'),
  };
}
