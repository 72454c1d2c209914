import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { attemptsLeft } from '../../delivery/retry-schedule.ts';
import type { Db } from '../../storage/database.ts';
import { containsText } from '../../storage/sql.ts';
import type { Row } from '../../storage/tables.ts';

/** A delivery with its log. Times are milliseconds since 1970 on the tenant's clock. */
export type ListedDelivery = ControlSchema<'Delivery'>;

/** Which deliveries of a tenant to list. */
export interface DeliveryFilter {
  tenantId: string;
  limit: number;
  /** The id after which the page begins. */
  before?: string | undefined;
  id?: string | undefined;
  state?: ControlSchema<'DeliveryState'> | undefined;
  milestoneId?: string | undefined;
  /** A text to find in an id, the status or the reference. */
  text?: string | undefined;
}

/** The columns of a search. */
const searched = [
  'deliveries.id',
  'deliveries.eventId',
  'deliveries.milestoneId',
  'events.status',
  'events.referenceId',
];

/** Lists deliveries with their attempts, newest first. */
export async function listDeliveries(db: Db, filter: DeliveryFilter): Promise<ListedDelivery[]> {
  const deliveries = await selectDeliveries(db, filter);
  if (deliveries.length === 0) return [];
  const attempts = await db
    .selectFrom('deliveryAttempts')
    .where('tenantId', '=', filter.tenantId)
    .where(
      'deliveryId',
      'in',
      deliveries.map(({ id }) => id),
    )
    .orderBy('number')
    .selectAll()
    .execute();
  const attemptsOf = Map.groupBy(attempts, ({ deliveryId }) => deliveryId);
  return deliveries.map((delivery) => ({
    ...delivery,
    attemptsLeft: attemptsLeft(delivery),
    attemptLog: (attemptsOf.get(delivery.id) ?? []).map(toLoggedAttempt),
  }));
}

function selectDeliveries(db: Db, { tenantId, limit, before, id, state, milestoneId, text }: DeliveryFilter) {
  let query = db
    .selectFrom('deliveries')
    .innerJoin('events', (join) =>
      join.onRef('events.tenantId', '=', 'deliveries.tenantId').onRef('events.id', '=', 'deliveries.eventId'),
    )
    .where('deliveries.tenantId', '=', tenantId)
    .orderBy('deliveries.id', 'desc')
    .limit(limit)
    .select(['deliveries.id', 'deliveries.eventId', 'deliveries.milestoneId', 'deliveries.state'])
    .select(['deliveries.attempts', 'deliveries.dueAt', 'deliveries.createdAt', 'events.status']);
  if (before !== undefined) query = query.where('deliveries.id', '<', before);
  if (id !== undefined) query = query.where('deliveries.id', '=', id);
  if (state !== undefined) query = query.where('deliveries.state', '=', state);
  if (milestoneId !== undefined) query = query.where('deliveries.milestoneId', '=', milestoneId);
  if (text !== undefined) query = query.where(containsText(db, text, searched));
  return query.execute();
}

function toLoggedAttempt(row: Row<'deliveryAttempts'>): ControlSchema<'DeliveryAttempt'> {
  const { number, startedAt, endedAt, url, requestBody, answerStatus, answerBody, failure, error } = row;
  return {
    number,
    startedAt,
    endedAt,
    url,
    requestHeaders: JSON.parse(row.requestHeadersJson) as Record<string, string>,
    requestBody,
    answerStatus,
    answerHeaders:
      row.answerHeadersJson === null ? null : (JSON.parse(row.answerHeadersJson) as Record<string, string>),
    answerBody,
    failure,
    error,
  };
}
