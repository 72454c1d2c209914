import { findTenant, type Tenant } from '../../domain/tenants/tenant.ts';
import { webhookAddressForLog } from '../../domain/tenants/webhook-address.ts';
import type { Db } from '../../storage/database.ts';
import { describeClock } from '../views/describe-tenant.ts';

/** A change since the last check. */
interface Change {
  event: 'request' | 'milestone' | 'delivery' | 'clock' | 'tenant';
  data: object;
}

/** Finds the changes of a tenant, by comparing its state with that of the last check. */
export interface Observer {
  /** Returns the changes since the last check; none at the first one. Undefined when the tenant is gone. */
  check(systemNow: number): Promise<Change[] | undefined>;
}

/**
 * How many of the newest rows a check compares. Several processes do not write rows in the order of their ids, so the check
 * can't continue after the last id.
 */
const windowSize = 200;

/** An entry to compare: its key and its content. */
interface Seen extends Change {
  key: string;
}

/** Creates an observer that has not checked yet. */
export function createObserver(db: Db, tenantId: string): Observer {
  let last: Map<string, string> | undefined;
  return {
    check: async (systemNow) => {
      const seen = await readAll(db, { tenantId, systemNow });
      if (!seen) return undefined;
      const before = last;
      last = new Map(seen.map(({ key, data }) => [key, JSON.stringify(data)]));
      if (!before) return [];
      return seen
        .filter(({ key, data }) => before.get(key) !== JSON.stringify(data))
        .map(({ event, data }) => ({ event, data }));
    },
  };
}

async function readAll(
  db: Db,
  { tenantId, systemNow }: { tenantId: string; systemNow: number },
): Promise<Seen[] | undefined> {
  const tenant = await findTenant(db, tenantId);
  if (!tenant) return undefined;
  const { now, ...clock } = describeClock(tenant.clock, systemNow);
  // The running of a clock is not a change.
  const data = clock.isFrozen ? { now, isFrozen: true } : clock;
  return [
    ...(await readRequests(db, tenantId)),
    ...(await readMilestones(db, tenantId)),
    ...(await readAwaitedTransfers(db, tenantId)),
    ...(await readDeliveries(db, tenantId)),
    { key: 'clock', event: 'clock', data },
    { key: 'tenant', event: 'tenant', data: describeAgreement(tenant) },
  ];
}

/** The settings of the tenant, without secrets. */
function describeAgreement({ webhookUrl, settings, faults }: Tenant): object {
  return { webhookUrl: webhookAddressForLog(webhookUrl), settings, faults };
}

async function readRequests(db: Db, tenantId: string): Promise<Seen[]> {
  const rows = await db
    .selectFrom('requests')
    .where('tenantId', '=', tenantId)
    .orderBy('id', 'desc')
    .limit(windowSize)
    .select(['id', 'operationId', 'method', 'path', 'status', 'rule', 'message', 'durationInMs', 'createdAt'])
    .execute();
  return rows.reverse().map((data) => ({ key: data.id, event: 'request', data }));
}

/** The newest milestones, and older ones that have just changed. */
async function readMilestones(db: Db, tenantId: string): Promise<Seen[]> {
  const rows = await db
    .selectFrom('milestones')
    .where('tenantId', '=', tenantId)
    .where('id', 'in', [...(await newestMilestones(db, tenantId)), ...(await movedMilestones(db, tenantId)), ''])
    .orderBy('id')
    .select(['id as milestoneId', 'contractId', 'state'])
    .execute();
  return rows.map((data) => ({ key: data.milestoneId, event: 'milestone', data }));
}

async function newestMilestones(db: Db, tenantId: string): Promise<string[]> {
  const query = db.selectFrom('milestones').where('tenantId', '=', tenantId).orderBy('id', 'desc').limit(windowSize);
  return (await query.select('id').execute()).map(({ id }) => id);
}

async function movedMilestones(db: Db, tenantId: string): Promise<string[]> {
  const query = db.selectFrom('events').where('tenantId', '=', tenantId).orderBy('id', 'desc').limit(windowSize);
  return (await query.select('milestoneId').execute()).map(({ milestoneId }) => milestoneId);
}

/** Choosing a bank transfer changes nothing else of a milestone. */
async function readAwaitedTransfers(db: Db, tenantId: string): Promise<Seen[]> {
  const rows = await db
    .selectFrom('payments')
    .innerJoin('milestones', (join) =>
      join.onRef('milestones.tenantId', '=', 'payments.tenantId').onRef('milestones.id', '=', 'payments.milestoneId'),
    )
    .where('payments.tenantId', '=', tenantId)
    .where('payments.state', '=', 'PENDING')
    .orderBy('payments.createdAt', 'desc')
    .limit(windowSize)
    .select(['payments.milestoneId', 'payments.userId', 'milestones.contractId', 'milestones.state'])
    .execute();
  return rows.reverse().map(({ userId, ...data }) => ({
    key: `transfer of ${userId} for ${data.milestoneId}`,
    event: 'milestone',
    data,
  }));
}

async function readDeliveries(db: Db, tenantId: string): Promise<Seen[]> {
  const rows = await db
    .selectFrom('deliveries')
    .where('tenantId', '=', tenantId)
    .orderBy('id', 'desc')
    .limit(windowSize)
    .select(['id', 'eventId', 'milestoneId', 'state', 'attempts', 'dueAt'])
    .execute();
  return rows.reverse().map((data) => ({ key: data.id, event: 'delivery', data }));
}
