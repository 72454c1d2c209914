import { findTenant } from '../../domain/tenants/tenant.ts';
import type { Db } from '../../storage/database.ts';

/** Names what has changed of a tenant since the last call; nothing at the first one. Undefined when the tenant is gone. */
export type Observer = () => Promise<string[] | undefined>;

/**
 * How many of the newest rows a check compares. Several processes do not write rows in the order of their ids, so the check
 * can't continue after the last id.
 */
const windowSize = 200;

/** Creates an observer that has not checked yet. */
export function createObserver(db: Db, tenantId: string): Observer {
  let last: Map<string, string> | undefined;
  return async () => {
    const parts = await readParts(db, tenantId);
    if (!parts) return undefined;
    const before = last;
    last = new Map(Object.entries(parts).map(([name, part]) => [name, JSON.stringify(part)]));
    return [...last].filter(([name, text]) => before && before.get(name) !== text).map(([name]) => name);
  };
}

/** What is compared, by the name of its event. */
async function readParts(db: Db, tenantId: string): Promise<Record<string, unknown> | undefined> {
  const tenant = await findTenant(db, tenantId);
  if (!tenant) return undefined;
  const { webhookUrl, settings, faults, clock } = tenant;
  const newestIds = (table: 'requests' | 'events') =>
    db
      .selectFrom(table)
      .where('tenantId', '=', tenantId)
      .orderBy('id', 'desc')
      .limit(windowSize)
      .select('id')
      .execute();
  const milestones = db.selectFrom('milestones').where('tenantId', '=', tenantId).select(['id', 'state']);
  const deliveries = db.selectFrom('deliveries').where('tenantId', '=', tenantId).select(['id', 'attempts', 'dueAt']);
  return {
    request: await newestIds('requests'),
    milestone: [
      await milestones.orderBy('id', 'desc').limit(windowSize).execute(),
      // An older milestone that moves has a new event.
      await newestIds('events'),
      await readAwaitedTransfers(db, tenantId),
    ],
    delivery: await deliveries.select('state').orderBy('id', 'desc').limit(windowSize).execute(),
    clock,
    tenant: { webhookUrl, settings, faults },
  };
}

/** Choosing a bank transfer changes nothing else of a milestone. */
function readAwaitedTransfers(db: Db, tenantId: string) {
  return db
    .selectFrom('payments')
    .where((eb) => eb.and({ tenantId, state: 'PENDING' }))
    .orderBy('createdAt', 'desc')
    .limit(windowSize)
    .select(['milestoneId', 'userId'])
    .execute();
}
