import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { Database } from '../../storage/database.ts';
import type { Row } from '../../storage/tables.ts';
import { tenantTime } from '../clock/clock.ts';
import { Refusal } from '../refusal.ts';
import { readClock, rowToTenant, type Tenant } from '../tenants/tenant.ts';
import { completeMilestone, releaseMilestone } from './release-milestone.ts';

/** The most moves of one call. */
const batchSize = 32;

interface DueMovesOptions {
  /** Default: every tenant. */
  tenantId?: string;
  /** A time on the tenant's clock, which the moves get as theirs. Default: what each tenant's clock shows. */
  dueUntil?: number;
}

/** What a call found and did. */
interface DueMoves {
  /** Whether any moves were due, even if somebody else did them meanwhile. Then there may be more. */
  wereDue: boolean;
  actions: MoveAction[];
}

/**
 * Does the scheduled moves that are due, at most a batch of them. Leaves out tenants whose clock is being advanced. The
 * runner and a drain may run this at once; each move is done once.
 */
export async function runDueMoves(
  { db, systemNow }: { db: Database; systemNow: () => number },
  { tenantId, dueUntil }: DueMovesOptions = {},
): Promise<DueMoves> {
  const now = systemNow();
  // A cross join makes SQLite go from the tenants to their few due rows. Otherwise it would read all rows.
  let query = db
    .selectFrom('tenants')
    .crossJoin('scheduledMoves')
    .whereRef('scheduledMoves.tenantId', '=', 'tenants.id')
    .where('tenants.advanceLeaseUntilSystem', '<', now)
    .where('scheduledMoves.dueAt', '<=', dueUntil ?? tenantTime(now))
    .orderBy('scheduledMoves.dueAt')
    .limit(batchSize)
    .selectAll();
  if (tenantId !== undefined) query = query.where('tenants.id', '=', tenantId);
  // Each row is a move and its tenant.
  const rows = await query.execute();
  const actions: MoveAction[] = [];
  for (const row of rows) {
    const tenant = rowToTenant(row);
    // Read again, because the moves before it took time.
    const at = dueUntil ?? readClock(tenant.clock, systemNow());
    const action = await runScheduledMove(db, { tenant, scheduled: row, now: at });
    if (action) actions.push(action);
  }
  return { wereDue: rows.length > 0, actions };
}

/** A step of automatic settlement. */
export type MoveAction = ControlSchema<'MoveAction'>;

/** A step that automatic settlement has planned. */
export type ScheduledMove = Row<'scheduledMoves'>;

const doMove = { release: releaseMilestone, complete: completeMilestone };

/** A refused move is tried again after a minute, then two, four and so on up to a day. Our choice: not shown. */
const firstRetryInMs = 60_000;
const longestRetryInMs = 24 * 60 * 60 * 1000;

/**
 * Does a scheduled move, which removes its plan. If a rule refuses it, such as for a missing bank account, it stays planned with
 * the reason. Undefined if somebody else did it or changed the plan meanwhile.
 */
export async function runScheduledMove(
  db: Database,
  { tenant, scheduled, now }: { tenant: Tenant; scheduled: ScheduledMove; now: number },
): Promise<MoveAction | undefined> {
  const { milestoneId, move } = scheduled;
  const action = { kind: 'move', at: now, milestoneId, move } as const;
  try {
    await db.transaction().execute((trx) => doMove[move](trx, { tenant, milestoneId, now }));
    return { ...action, outcome: 'done', refusal: null, nextDueAt: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const nextDueAt = now + Math.min(firstRetryInMs * 2 ** scheduled.attempts, longestRetryInMs);
    const refusal = error.message;
    // If somebody else did the move, this one is refused as well; there is no plan to postpone then.
    const wasPostponed = await postpone(db, { scheduled, nextDueAt, refusal });
    return wasPostponed ? { ...action, outcome: 'refused', refusal, nextDueAt } : undefined;
  }
}

/** Returns whether the move was still planned. */
async function postpone(
  db: Database,
  { scheduled, nextDueAt, refusal }: { scheduled: ScheduledMove; nextDueAt: number; refusal: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('scheduledMoves')
    .set({ dueAt: nextDueAt, attempts: scheduled.attempts + 1, refusal })
    .where((eb) =>
      eb.and({
        tenantId: scheduled.tenantId,
        milestoneId: scheduled.milestoneId,
        move: scheduled.move,
        attempts: scheduled.attempts,
      }),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
