import { runDueMoves } from '../domain/settlement/run-scheduled-moves.ts';
import { writeError } from '../problems/write-error.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import { claimDeliveries } from './claim-deliveries.ts';
import type { Sender } from './delivery-context.ts';
import { findNextDue } from './find-due.ts';
import { createJumpWatch } from './jump-watch.ts';

/**
 * Does what is due automatically. It sleeps, runs or is closed.
 *
 * `wake`, its timer or a freed place starts a run, and a wake during a run prolongs it. A run takes one turn after another until
 * nothing more is due, then sets the timer: to the next due time, at most a second away. Attempts continue beside the turns,
 * which never overlap. `close` is final.
 */
export interface Runner {
  /** Starts looking for what is due, and returns at once. */
  wake(): void;
  /**
   * Starts nothing new, and waits for the deliveries in flight. Stops those that take longer than two seconds; they are due at
   * once for the next sandbox on this folder.
   */
  close(): Promise<void>;
}

/** The pause between searches for work that nothing announces, such as a delivery whose lease has ended. */
const pollIntervalInMs = 1000;
const closeLimitInMs = 2000;

/** Creates the runner. It sleeps until it is woken for the first time. */
export function createRunner(sender: Sender): Runner {
  const inFlight = createInFlight(() => {
    if (isLimited) wake();
  });
  const noticeJump = createJumpWatch(sender);
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isWoken = false;
  /** Whether something due may be left because no place was free. */
  let isLimited = false;
  let isClosed = false;

  function wake(): void {
    isWoken = true;
    if (running || isClosed) return;
    clearTimeout(timer);
    running = run();
  }

  async function run(): Promise<void> {
    let delayInMs = pollIntervalInMs;
    while (isWoken && !isClosed) {
      isWoken = false;
      delayInMs = await turn().catch(report);
    }
    running = undefined;
    if (!isClosed) timer = setTimeout(wake, delayInMs);
  }

  /** Starts what is due, and returns in how many milliseconds to look again. */
  async function turn(): Promise<number> {
    await noticeJump();
    const mayBeMore = await startDeliveries(sender, { inFlight, signal: stop.signal, report });
    isLimited = inFlight.freePlaces() === 0 || inFlight.busyTenantIds().length > 0;
    const { wereDue } = await runDueMoves(sender);
    if (mayBeMore || wereDue) isWoken = true;
    if (inFlight.freePlaces() === 0) return pollIntervalInMs;
    const systemNow = sender.systemNow();
    const horizon = systemNow + pollIntervalInMs;
    const nextDue = await findNextDue(sender.db, { systemNow, horizon, exceptTenantIds: inFlight.busyTenantIds() });
    return nextDue === undefined ? pollIntervalInMs : Math.max(nextDue - systemNow, 1);
  }

  /** Reports that the store is full, or a bug. What was claimed is due again when its lease ends. */
  function report(error: unknown): number {
    writeError(error, { during: 'what is due automatically' });
    return pollIntervalInMs;
  }

  async function close(): Promise<void> {
    isClosed = true;
    clearTimeout(timer);
    await running;
    const limit = setTimeout(() => stop.abort(), closeLimitInMs);
    await inFlight.ended();
    clearTimeout(limit);
  }

  return { wake, close };
}

/** Begins as many attempts as there is room for. Returns whether more may be due. */
async function startDeliveries(
  sender: Sender,
  { inFlight, signal, report }: { inFlight: InFlight; signal: AbortSignal; report: (error: unknown) => void },
): Promise<boolean> {
  const limit = inFlight.freePlaces();
  if (limit === 0) return false;
  const options = { systemNow: sender.systemNow(), limit, exceptTenantIds: inFlight.busyTenantIds() };
  const claimed = await sender.db.transaction().execute((trx) => claimDeliveries(trx, options));
  for (const delivery of claimed) {
    inFlight.add(attemptDelivery(sender, delivery, signal).catch(report), delivery.tenant.id);
  }
  return claimed.length === limit;
}

/** The attempts that are being made. */
interface InFlight {
  /** The number of attempts that may begin. */
  freePlaces(): number;
  /** Tenants that have reached their limit. */
  busyTenantIds(): string[];
  /** Adds an attempt until it ends. It must not reject. */
  add(attempt: Promise<unknown>, tenantId: string): void;
  /** Resolves when the present attempts have ended. */
  ended(): Promise<unknown>;
}

/** About how many deliveries are in flight at once. */
const maxInFlight = 64;
/** About how many of them go to one tenant, so that a receiver that does not answer leaves room for others. */
const maxInFlightOfTenant = 16;

/** Creates an empty set of attempts. It calls back when an attempt has ended. */
function createInFlight(onEnd: () => void): InFlight {
  /** Each attempt with its tenant. */
  const attempts = new Map<Promise<unknown>, string>();
  return {
    freePlaces: () => Math.max(0, Math.min(maxInFlight - attempts.size, maxInFlightOfTenant)),
    busyTenantIds: () => {
      const counts = Map.groupBy(attempts.values(), (tenantId) => tenantId);
      return [...counts].filter(([, { length }]) => length >= maxInFlightOfTenant).map(([tenantId]) => tenantId);
    },
    add: (attempt, tenantId) => {
      const tracked = attempt.finally(() => {
        attempts.delete(tracked);
        onEnd();
      });
      attempts.set(tracked, tenantId);
    },
    ended: () => Promise.all(attempts.keys()),
  };
}
