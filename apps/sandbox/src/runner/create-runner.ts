import { attemptDelivery, type Sender } from '../deliveries/attempt-delivery.ts';
import { claimDeliveries } from '../deliveries/claim-deliveries.ts';
import { describeError } from '../server/report-error.ts';
import { findNextDue } from './find-next-due.ts';
import { runDueMoves } from './run-due-moves.ts';

/** Does what is due by itself: one a process. */
export interface Runner {
  /** Looks at once for what is due. Returns before it is done. */
  wake(): void;
  /**
   * Takes nothing new, and waits for the deliveries in flight. Those that take longer than two seconds are stopped; they
   * are due at once for the next process.
   */
  close(): Promise<void>;
}

/** How many deliveries are in flight at once, about. */
const maxInFlight = 64;
/** How many of them go to one tenant, about: a receiver that does not answer leaves room for the others. */
const maxInFlightOfTenant = 16;
/** How often it looks for what other processes wrote or left behind. */
const pollIntervalInMs = 1000;
const closeLimitInMs = 2000;

/** Creates the runner. It sleeps until it is woken for the first time. */
export function createRunner(sender: Sender): Runner {
  /** Each attempt with its tenant. */
  const inFlight = new Map<Promise<unknown>, string>();
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isWoken = false;
  /** Something due may have been left for want of a free place. */
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

  /** Starts what is due, and returns after how many milliseconds to look again. */
  async function turn(): Promise<number> {
    await startDeliveries();
    const moves = await runDueMoves(sender);
    if (moves.length > 0) isWoken = true;
    if (inFlight.size >= maxInFlight) return pollIntervalInMs;
    const systemNow = sender.systemNow();
    const horizon = systemNow + pollIntervalInMs;
    const nextDue = await findNextDue(sender.db, { systemNow, horizon, exceptTenantIds: busyTenantIds() });
    return nextDue === undefined ? pollIntervalInMs : Math.max(nextDue - systemNow, 1);
  }

  async function startDeliveries(): Promise<void> {
    const limit = Math.min(maxInFlight - inFlight.size, maxInFlightOfTenant);
    if (limit > 0) {
      const options = { systemNow: sender.systemNow(), limit, exceptTenantIds: busyTenantIds() };
      const claimed = await claimDeliveries(sender.db, options);
      for (const delivery of claimed) track(attemptDelivery(sender, delivery, stop.signal), delivery.tenant.id);
      // There may be more.
      if (claimed.length === limit) isWoken = true;
    }
    isLimited = inFlight.size >= maxInFlight || busyTenantIds().length > 0;
  }

  function busyTenantIds(): string[] {
    const counts = Map.groupBy(inFlight.values(), (tenantId) => tenantId);
    return [...counts].filter(([, { length }]) => length >= maxInFlightOfTenant).map(([tenantId]) => tenantId);
  }

  function track(attempt: Promise<unknown>, tenantId: string): void {
    const tracked = attempt.catch(report).finally(() => {
      inFlight.delete(tracked);
      if (isLimited) wake();
    });
    inFlight.set(tracked, tenantId);
  }

  async function close(): Promise<void> {
    isClosed = true;
    clearTimeout(timer);
    await running;
    const limit = setTimeout(() => stop.abort(), closeLimitInMs);
    await Promise.all(inFlight.keys());
    clearTimeout(limit);
  }

  return { wake, close };
}

/** The store does not answer, or there is a defect. What was claimed is due again when its lease ends. */
function report(error: unknown): number {
  process.stderr.write(`${describeError(error, 'what is due by itself')}\n`);
  return pollIntervalInMs;
}
