import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { retryDelaysInSeconds } from '@escrow-kit/spec';
import { clockIsAdvanced, isClockTime, readClock, setClock, tenantTime } from '../domain/clock.ts';
import { DomainError } from '../domain/refusal.ts';
import { type MoveAction, postponeMove, runScheduledMove, type ScheduledMove } from '../domain/settlement.ts';
import { findTenant, requireTenant, rowToTenant, type Tenant } from '../domain/tenants.ts';
import { writeError } from '../domain/write-error.ts';
import { isFull, listOf, type Store } from '../store/store.ts';
import { attemptDelivery, type DeliveryContext, type PendingDelivery } from './attempt.ts';
import { longestHoldInMs } from './delivery-faults.ts';

/** What the sandbox did on its own because it was due. */
type Action = ControlSchema<'Action'>;

/**
 * Does what is due: deliveries, and the moves of automatic settlement.
 *
 *     sleeping --(wake, timer, an attempt ends)--> woken --(next turn of the event loop)--> running --> sleeping
 *     any --(close)--> closed
 *
 * A run starts what is due for every tenant and never waits. Attempts continue beside it; they and the tenants whose clock is being
 * advanced are kept in memory only, so what a killed process was doing is due again for the next one. `drain` and `advance` do for
 * one tenant what a run does for all. An event never goes out while another one of its milestone is on its way, and nothing else
 * delivers, moves or sets the clock for a tenant whose clock is being advanced.
 */
export interface Runner {
  /**
   * Starts a run in the next turn of the event loop. Call it after the commit of what may be due. With a tenant that has neither an
   * address nor automatic settlement it does nothing.
   */
  wake(tenant?: Tenant): void;
  /**
   * Does what is due now for a tenant until nothing due is left, and waits for the attempts that have begun. It does not wait for a
   * later attempt after a failed one. Returns everything that was done for the tenant meanwhile, in order. Throws if the tenant does
   * not exist or its clock is being advanced (HOOK-4), and if something could not be stored.
   */
  drain(tenantId: string): Promise<Action[]>;
  /**
   * Moves a tenant's clock forward, and on the way does what falls due, one after another at its due time. Returns what it did when
   * the clock has reached the target. On a frozen clock an attempt takes no time, so the delays of HOOK-4 are exact; a running clock
   * keeps running. Throws as {@link Runner.drain} does, and if the target is out of range.
   */
  advance(tenantId: string, seconds: number): Promise<Action[]>;
  /** Whether an attempt of this delivery is being made. */
  isAttempting(tenantId: string, deliveryId: string): boolean;
  /** Whether the clock of this tenant is being advanced. */
  isAdvancing(tenantId: string): boolean;
  /**
   * Starts nothing new, and waits for the deliveries in flight. Stops those that take longer than two seconds; they are due at
   * once for the next sandbox on this folder.
   */
  close(): Promise<void>;
}

/** The system's clock may be put forward, so no sleep is longer. After an error, the pause before the next try. */
const longestSleepInMs = 1000;
const closeLimitInMs = 2000;
/** How many deliveries are in flight at once. */
const mostInFlight = 256;
/** How many of them go to one tenant, so that a receiver that does not answer leaves room for others. */
const mostInFlightOfTenant = 16;
/** How long a run starts what is due before it lets calls through, and another run follows. */
const longestRunInMs = 5;
/** How much it starts for one tenant before it turns to the next one. */
const mostInTurn = 8;

/** Collects what is done for a tenant. */
interface ActionLog {
  tenantId: string;
  actions: Action[];
  /** What could not be stored. */
  errors: unknown[];
}

/** Creates the runner. It sleeps until it is woken for the first time. */
export function createRunner(context: DeliveryContext): Runner {
  const { store, systemNow } = context;
  const inFlight = new Set<PendingDelivery>();
  const advancing = new Set<string>();
  const actionLogs = new Set<ActionLog>();
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let woken: NodeJS.Immediate | undefined;
  /** Resolves when an attempt or an advance ends. */
  let nextEnd = Promise.withResolvers<void>();
  let lastRunAt = Number.POSITIVE_INFINITY;
  /** The tenants that a run has still to look at. One that may have more due after its turn comes again. */
  let queue: string[] = [];
  let isClosed = false;

  const inFlightOf = (tenantId: string) => [...inFlight].filter((delivery) => delivery.tenantId === tenantId);
  const logsOf = (tenantId: string) => [...actionLogs].filter((log) => log.tenantId === tenantId);

  function wake(tenant?: Tenant): void {
    if (isClosed || (tenant && tenant.webhookUrl === undefined && !tenant.settings.settlement.automatic)) return;
    woken ??= setImmediate(run);
  }

  function run(): void {
    woken = undefined;
    clearTimeout(timer);
    timer = setTimeout(wake, orReport(startAllDue) ?? longestSleepInMs);
  }

  /** Returns in how many milliseconds to look again. */
  function startAllDue(): number {
    const now = systemNow();
    // At the first run, and after the clock was put back.
    if (now < lastRunAt) recallLateDeliveries(store, now);
    lastRunAt = now;
    const isNew = queue.length === 0;
    if (isNew) queue = listTenantsWithDue(store, { now, canSend: inFlight.size < mostInFlight });
    const endsAt = performance.now() + longestRunInMs;
    for (let id = queue.shift(); id !== undefined; id = performance.now() < endsAt ? queue.shift() : undefined) {
      if (startTurn(id) === mostInTurn) queue.push(id);
    }
    // A queue that was begun earlier may lack a tenant that has something due since.
    if (queue.length > 0 || !isNew) wake();
    return Math.max(findNextDue(store, { now, horizon: now + longestSleepInMs }) - systemNow(), 1);
  }

  /** Returns how much was started. */
  function startTurn(tenantId: string): number {
    let count = 0;
    if (advancing.has(tenantId)) return count;
    while (count < mostInTurn && orReport(() => startNext(tenantId)) === 'started') count += 1;
    return count;
  }

  /**
   * Starts what is due first for a tenant until a time on its clock, by default the time that it shows; an advance sets the clock to
   * the due time. What is due `waits` for capacity, or else for another event of its milestone, which then is on its way.
   */
  function startNext(
    tenantId: string,
    { until, isAdvance = false }: { until?: number; isAdvance?: boolean } = {},
  ): 'started' | 'waits' | 'nothing' {
    const tenant = findTenant(store, tenantId);
    if (!tenant) return 'nothing';
    const dueUntil = until ?? readClock(tenant.clock, systemNow());
    const due = findStartable(tenantId, dueUntil);
    if (due === undefined) return 'nothing';
    if (due === 'waits') return due;
    if (isAdvance) tenant.clock = setClock(store, { tenantId, at: due.dueAt, systemNow: systemNow() });
    const now = isAdvance ? readClock(tenant.clock, systemNow()) : dueUntil;
    if ('move' in due) logAction(tenantId, doMove(tenant, due, now));
    else void attempt(tenant, due);
    return 'started';
  }

  /** What is due first. If there is no capacity for a delivery, a later move. */
  function findStartable(tenantId: string, dueUntil: number): Due | 'waits' | undefined {
    const first = findDue(store, { tenantId, dueUntil, sending: inFlightOf(tenantId) });
    if (!first || 'move' in first || hasCapacity(tenantId)) return first;
    return findDueMove(store, { tenantId, dueUntil }) ?? 'waits';
  }

  /** After an internal error, which is reported, the move is tried again as late as after a refusal. */
  function doMove(tenant: Tenant, scheduled: ScheduledMove, now: number): MoveAction {
    try {
      return runScheduledMove(store, { tenant, scheduled, now });
    } catch (error) {
      if (isFull(error)) throw error;
      reportError(error);
      return postponeMove(store, { scheduled, now, refusal: 'Internal error of the sandbox; see stderr.' });
    }
  }

  function hasCapacity(tenantId: string): boolean {
    return inFlight.size < mostInFlight && inFlightOf(tenantId).length < mostInFlightOfTenant;
  }

  /** Never rejects. If the outcome cannot be stored, the delivery stays pending, and is sent again after a pause. */
  async function attempt(tenant: Tenant, delivery: PendingDelivery): Promise<void> {
    inFlight.add(delivery);
    try {
      const action = await attemptDelivery(context, { tenant, delivery, signal: stop.signal });
      if (action) logAction(tenant.id, action);
    } catch (error) {
      reportError(error);
      for (const { errors } of logsOf(tenant.id)) errors.push(error);
      await pause(longestSleepInMs, undefined, { signal: stop.signal }).catch(() => {});
    }
    inFlight.delete(delivery);
    noticeEnd();
  }

  function logAction(tenantId: string, action: Action): void {
    for (const { actions } of logsOf(tenantId)) actions.push(action);
  }

  function noticeEnd(): void {
    nextEnd.resolve();
    nextEnd = Promise.withResolvers();
    wake();
  }

  /** Does what is due for a tenant until nothing is left. An advance does one after another. */
  async function doDue(tenantId: string, options: { until: number; isAdvance: boolean }): Promise<Action[]> {
    const log: ActionLog = { tenantId, actions: [], errors: [] };
    actionLogs.add(log);
    try {
      while (!isClosed && (await doNext(tenantId, options))) {
        if (log.errors.length > 0) throw log.errors[0];
      }
      return log.actions;
    } finally {
      actionLogs.delete(log);
    }
  }

  /** Starts what is due first, or waits for something to end. Returns false if nothing due is left. */
  async function doNext(tenantId: string, options: { until: number; isAdvance: boolean }): Promise<boolean> {
    const isSending = inFlightOf(tenantId).length > 0;
    const mustWait = options.isAdvance ? isSending : advancing.has(tenantId);
    const next = mustWait ? 'waits' : startNext(tenantId, options);
    if (next === 'nothing' && !isSending) return false;
    // The turn lets calls through.
    await (next === 'started' ? turn() : nextEnd.promise);
    return true;
  }

  /** Throws if the tenant does not exist or its clock is being advanced. */
  function requireClock(tenantId: string): number {
    const { clock } = rowToTenant(requireTenant(store, tenantId));
    if (advancing.has(tenantId)) throw clockIsAdvanced();
    return readClock(clock, systemNow());
  }

  async function advance(tenantId: string, seconds: number): Promise<Action[]> {
    const until = requireClock(tenantId) + Math.round(seconds * 1000);
    if (!isClockTime(until)) {
      const message = 'The clock would go beyond the year 9999. Advance it by less, or reset the tenant.';
      throw new DomainError('rule_violation', { field: 'seconds', message });
    }
    advancing.add(tenantId);
    try {
      const actions = await doDue(tenantId, { until, isAdvance: true });
      if (!isClosed) setClock(store, { tenantId, at: until, systemNow: systemNow() });
      return actions;
    } finally {
      advancing.delete(tenantId);
      noticeEnd();
    }
  }

  async function close(): Promise<void> {
    isClosed = true;
    clearTimeout(timer);
    clearImmediate(woken);
    const limit = setTimeout(() => stop.abort(), closeLimitInMs);
    while (inFlight.size > 0) await nextEnd.promise;
    clearTimeout(limit);
  }

  return {
    wake,
    drain: async (tenantId) => doDue(tenantId, { until: requireClock(tenantId), isAdvance: false }),
    advance,
    isAttempting: (tenantId, deliveryId) => inFlightOf(tenantId).some(({ id }) => id === deliveryId),
    isAdvancing: (tenantId) => advancing.has(tenantId),
    close,
  };
}

function orReport<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch (error) {
    reportError(error);
    return undefined;
  }
}

/** Reports that the store is full, or a bug. */
function reportError(error: unknown): void {
  writeError(error, { during: 'scheduled work' });
}

type Due = PendingDelivery | ScheduledMove;

interface DueOptions {
  tenantId: string;
  /** On the tenant's clock. */
  dueUntil: number;
  /** The deliveries of the tenant that are on their way. No other one of their milestones is due. */
  sending: PendingDelivery[];
}

/**
 * Finds what is due first. If a delivery and a move are due at the same time, the delivery comes first, because its event happened
 * before. Deliveries of a tenant without a webhook address wait for one (our choice: not shown).
 */
function findDue(store: Store, { tenantId, dueUntil, sending }: DueOptions): Due | undefined {
  const values = { tenantId, dueUntil };
  const move = findDueMove(store, values);
  // Rows have the order in which they were written, and the index has it, too.
  const delivery = store.get<PendingDelivery>(
    `select deliveries.*, events.status, events.body, tenants.webhookUrl from deliveries
      join events on events.tenantId = deliveries.tenantId and events.id = eventId
      join tenants on tenants.id = deliveries.tenantId and webhookUrl is not null
      where deliveries.tenantId = $tenantId and state = 'pending' and dueAt <= $dueUntil
        and deliveries.milestoneId not in (select value from json_each($milestoneIds))
      order by dueAt, deliveries.rowid limit 1`,
    { ...values, milestoneIds: listOf(sending.map(({ milestoneId }) => milestoneId)) },
  );
  return move && !(delivery && delivery.dueAt <= move.dueAt) ? move : delivery;
}

function findDueMove(store: Store, values: { tenantId: string; dueUntil: number }): ScheduledMove | undefined {
  return store.get<ScheduledMove>(
    `select * from scheduledMoves where tenantId = $tenantId and dueAt <= $dueUntil order by dueAt, milestoneId limit 1`,
    values,
  );
}

/** The tenants that have something due now. With `canSend` false only those with a move, because there is no capacity for a delivery. */
function listTenantsWithDue(store: Store, { now, canSend }: { now: number; canSend: boolean }): string[] {
  const due = `tenantId = tenants.id and dueAt <= ${tenantTime}`;
  const rows = store.all<{ id: string }>(
    `select id from tenants where exists (select 1 from scheduledMoves where ${due})
      or $canSend and webhookUrl is not null and exists (select 1 from deliveries where ${due} and state = 'pending')`,
    { systemNow: now, canSend: Number(canSend) },
  );
  return rows.map(({ id }) => id);
}

/** When the next delivery or move is due after `now`, or else `horizon`. All three are times on the system's clock. */
function findNextDue(store: Store, { now, horizon }: { now: number; horizon: number }): number {
  const isNext = 'clockFrozenAt is null and dueAt > $now + clockOffset and dueAt <= $horizon + clockOffset';
  // A cross join makes SQLite go from the tenants to their few due rows. Otherwise it would read all rows.
  const next = store.get<{ at: number | null }>(
    `select min(at) as at from (
      select dueAt - clockOffset as at from tenants cross join scheduledMoves on tenantId = tenants.id where ${isNext}
      union all
      select dueAt - clockOffset from tenants cross join deliveries on tenantId = tenants.id
        where ${isNext} and state = 'pending' and webhookUrl is not null)`,
    { now, horizon },
  );
  return next?.at ?? horizon;
}

/** The longest wait after a failed attempt. */
const longestRetryInMs = Math.max(...retryDelaysInSeconds) * 1000;

/**
 * Makes deliveries due that would wait until the system's clock has caught up: those that wait longer than any retry, or longer than
 * a fault holds them back. Scheduled moves keep their times, which may be as far ahead as the tenant's settings say.
 */
function recallLateDeliveries(store: Store, now: number): void {
  store.run(
    `update deliveries set dueAt = ${tenantTime} from tenants where tenantId = tenants.id and state = 'pending'
      and dueAt > ${tenantTime} + case
        when exists (select 1 from json_tree(tenants.faultsJson) where json_tree.value = deliveries.id) then $longestHoldInMs
        else $longestRetryInMs end`,
    { systemNow: now, longestHoldInMs, longestRetryInMs },
  );
}
