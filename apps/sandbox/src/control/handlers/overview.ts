import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { kitMilestoneStates } from '@escrow-kit/spec';
import { sql } from 'kysely';
import { outcomeOf, selectAttempts } from '../../delivery/select-attempts.ts';
import { fromHalalas } from '../../domain/halalas.ts';
import { listTitles, readMilestoneDetails } from '../../domain/milestones/milestone-details.ts';
import type { Db } from '../../storage/database.ts';
import type { ControlHandler } from '../control-call.ts';
import { countByOutcome, countDeliveries } from '../views/describe-tenant.ts';

type Overview = ControlSchema<'Overview'>;

/** Describes how a tenant's milestones, requests and deliveries stand, from indexes alone. */
export const getOverview: ControlHandler<'getOverview'> = async ({ service: { db }, tenant, now }) => {
  const tenantId = tenant.id;
  const unfinished = selectUnfinished(db, tenantId);
  const overdue = unfinished.where('deadLineAt', '<', now);
  const { count } = await overdue.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return {
    milestonesByState: await countByState(db, tenantId),
    requestsByOutcome: await countByOutcome(db, tenantId),
    attention: {
      failedDeliveries: await countDeliveries(db, { tenantId, state: 'failed' }),
      pendingDeliveries: await countDeliveries(db, { tenantId, state: 'pending' }),
      overdue: { count, milestones: await listFirst(db, tenantId, overdue.orderBy('deadLineAt')) },
      waitingLongest: await listFirst(db, tenantId, unfinished.orderBy('updatedAt')),
    },
    latest: await listLatest(db, tenantId),
  };
};

async function countByState(db: Db, tenantId: string): Promise<Overview['milestonesByState']> {
  const rows = await db
    .selectFrom('milestones')
    .where('tenantId', '=', tenantId)
    .groupBy('state')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .execute();
  const counts = new Map(rows.map(({ state, count }) => [state, count]));
  return kitMilestoneStates.map((state) => ({ state, count: counts.get(state) ?? 0 }));
}

/** The milestones before COMPLETED. The literal lets the store use the indexes of these. */
function selectUnfinished(db: Db, tenantId: string) {
  return db
    .selectFrom('milestones')
    .where('tenantId', '=', tenantId)
    .where('state', '<>', sql.lit('COMPLETED' as const));
}

async function listFirst(
  db: Db,
  tenantId: string,
  rows: ReturnType<typeof selectUnfinished>,
): Promise<Overview['attention']['waitingLongest']> {
  const first = await rows
    .limit(5)
    .select(['id as milestoneId', 'contractId', 'state', 'itemPrice', 'updatedAt', 'detailsJson'])
    .execute();
  const titles = await listTitles(db, 'contracts', { tenantId, ids: first.map(({ contractId }) => contractId) });
  return first.map(({ detailsJson, contractId, itemPrice, ...milestone }) => {
    const { title, currency, deadLine } = readMilestoneDetails(detailsJson);
    const contractTitle = titles.get(contractId) ?? null;
    return { ...milestone, contractTitle, title, itemPrice: fromHalalas(itemPrice), currency, deadLine };
  });
}

type Happening = ControlSchema<'Happening'>;

const happeningsOfOverview = 10;

/** Lists what happened last. Ids tell the order, because they sort by their creation; on a stopped clock times are the same. */
async function listLatest(db: Db, tenantId: string): Promise<Happening[]> {
  const latest = [
    ...(await listRequests(db, tenantId)),
    ...(await listEvents(db, tenantId)),
    ...(await listAttempts(db, tenantId)),
  ]
    .sort((a, b) => (orderOf(b.id) < orderOf(a.id) ? -1 : 1))
    .slice(0, happeningsOfOverview)
    .map(({ id: _, ...happening }) => happening);
  const ids = latest.flatMap((happening) => (happening.kind === 'request' ? [] : [happening.milestoneId]));
  const titles = await listTitles(db, 'milestones', { tenantId, ids });
  return latest.map((happening) =>
    happening.kind === 'request' ? happening : { ...happening, title: titles.get(happening.milestoneId) ?? null },
  );
}

/** An id without its prefix. */
function orderOf(id: string): string {
  return id.slice(id.indexOf('_'));
}

async function listRequests(db: Db, tenantId: string) {
  const rows = await db
    .selectFrom('requests')
    .where('tenantId', '=', tenantId)
    .orderBy('id', 'desc')
    .limit(happeningsOfOverview)
    .select(['id', 'id as requestId', 'createdAt as at', 'operationId', 'method', 'path', 'status', 'rule'])
    .execute();
  return rows.map((row) => ({ kind: 'request' as const, ...row }));
}

async function listEvents(db: Db, tenantId: string) {
  const rows = await db
    .selectFrom('events')
    .where('tenantId', '=', tenantId)
    .orderBy('id', 'desc')
    .limit(happeningsOfOverview)
    .select(['id', 'id as eventId', 'createdAt as at', 'milestoneId', 'status'])
    .execute();
  return rows.map((row) => ({ kind: 'event' as const, ...row }));
}

async function listAttempts(db: Db, tenantId: string) {
  const rows = await selectAttempts(db, tenantId)
    .orderBy('deliveryAttempts.id', 'desc')
    .limit(happeningsOfOverview)
    .select(['deliveryAttempts.id', 'endedAt as at', 'deliveryId', 'deliveries.milestoneId', 'status'])
    .select(['number as attempt', 'answerStatus', 'error'])
    .execute();
  return rows.map(({ error, ...row }) => ({ kind: 'delivery' as const, ...row, outcome: outcomeOf({ error }) }));
}
