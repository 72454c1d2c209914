import { type RawBuilder, sql } from 'kysely';
import { listTitles } from '../../domain/milestones/milestone-details.ts';
import { DomainError } from '../../domain/refusal.ts';
import type { Db } from '../../storage/database.ts';
import { deliveriesWithEvents } from '../../storage/sql.ts';
import type { ControlHandler } from '../control-call.ts';
import { readPage } from './page.ts';

/**
 * Lists what will be done by itself, in the order in which advancing the clock does it: earliest first, and of what is due at the
 * same time the deliveries first.
 */
export const getDue: ControlHandler<'getDue'> = async ({ service: { db }, tenant, query }) => {
  const tenantId = tenant.id;
  const dueUntil = query.until === undefined ? Number.MAX_SAFE_INTEGER : Number(query.until);
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor);
  const list = async (limit: number): Promise<Due[]> => {
    const options = { tenantId, dueUntil, after, limit };
    // Deliveries wait for an address.
    const deliveries = tenant.webhookUrl === undefined ? [] : await listDeliveries(db, options);
    return [...deliveries, ...(await listMoves(db, options))].sort((a, b) => a.dueAt - b.dueAt).slice(0, limit);
  };
  const rows = { limit: (limit: number) => ({ execute: () => list(limit) }) };
  const { page, hasMore, nextCursor } = await readPage(query, rows, toCursor);
  const titles = await listTitles(db, 'milestones', { tenantId, ids: page.map(({ milestoneId }) => milestoneId) });
  return { due: page.map((due) => ({ ...due, title: titles.get(due.milestoneId) ?? null })), hasMore, nextCursor };
};

interface DueOptions {
  tenantId: string;
  dueUntil: number;
  after: Position | undefined;
  limit: number;
}

type Due = Awaited<ReturnType<typeof listDeliveries>>[number] | Awaited<ReturnType<typeof listMoves>>[number];

async function listDeliveries(db: Db, { tenantId, dueUntil, after, limit }: DueOptions) {
  const rows = await deliveriesWithEvents(db, tenantId)
    .where('deliveries.state', '=', 'pending')
    .where('deliveries.dueAt', '<=', dueUntil)
    .where(isAfter(after, 'delivery', ['deliveries.dueAt', 'deliveries.id']))
    .orderBy('deliveries.dueAt')
    .orderBy('deliveries.id')
    .limit(limit)
    .select(['deliveries.dueAt', 'deliveries.id as deliveryId', 'deliveries.milestoneId', 'events.status', 'attempts'])
    .execute();
  return rows.map(({ attempts, ...due }) => ({ kind: 'delivery' as const, ...due, attempt: attempts + 1 }));
}

async function listMoves(db: Db, { tenantId, dueUntil, after, limit }: DueOptions) {
  const rows = await db
    .selectFrom('scheduledMoves')
    .where('tenantId', '=', tenantId)
    .where('dueAt', '<=', dueUntil)
    .where(isAfter(after, 'move', ['dueAt', 'milestoneId']))
    .orderBy('dueAt')
    .orderBy('milestoneId')
    .limit(limit)
    .select(['dueAt', 'milestoneId', 'move', 'attempts'])
    .execute();
  return rows.map((due) => ({ kind: 'move' as const, ...due }));
}

/** The place of an entry in the order: by time, kind and id. */
interface Position {
  dueAt: number;
  kind: string;
  id: string;
}

function isAfter(after: Position | undefined, kind: string, [dueAt, id]: [string, string]): RawBuilder<boolean> {
  if (!after) return sql`true`;
  return sql`(${sql.ref(dueAt)}, ${sql.lit(kind)}, ${sql.ref(id)}) > (${after.dueAt}, ${after.kind}, ${after.id})`;
}

function toCursor(due: Due): string {
  return [due.dueAt, due.kind, due.kind === 'delivery' ? due.deliveryId : due.milestoneId].join('.');
}

function readCursor(cursor: string): Position {
  const [, dueAt, kind = '', id = ''] = /^(-?\d{1,16})\.(delivery|move)\.(.+)$/.exec(cursor) ?? [];
  if (dueAt !== undefined) return { dueAt: Number(dueAt), kind, id };
  throw new DomainError('rule_violation', {
    field: 'cursor',
    message: 'cursor is not one of this list. Send the nextCursor of the page before.',
  });
}
