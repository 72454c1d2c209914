import type { Store } from '../store/store.ts';
import type { Row } from '../store/tables.ts';
import { Refusal } from './refusal.ts';

/**
 * A tenant's clock. It runs at an offset from the system's clock, or is frozen. Freezing and resuming change between the two,
 * advancing moves either forward, and only a reset puts it back.
 */
export interface Clock {
  offsetInMs: number;
  frozenAtInMs: number | undefined;
}

/** The time on the clock, in milliseconds since 1970. */
export function readClock({ offsetInMs, frozenAtInMs }: Clock, systemNow: number): number {
  return frozenAtInMs ?? systemNow + offsetInMs;
}

export function rowToClock({ clockOffset, clockFrozenAt }: Row<'tenants'>): Clock {
  return { offsetInMs: clockOffset, frozenAtInMs: clockFrozenAt ?? undefined };
}

/** The time on the clock of the tenant in the same row, in SQL. `$systemNow` is the system's time: an argument, as everywhere. */
export const tenantTime = 'coalesce(tenants.clockFrozenAt, $systemNow + tenants.clockOffset)';

/** A clock to change, and the system's time. */
interface ClockChange {
  tenantId: string;
  systemNow: number;
}

/**
 * Stops a tenant's clock at its present time; a stopped one stays as it is. What is due at that moment is still done. Returns
 * the clock. Wake the runner after the commit.
 */
export function freezeClock(store: Store, change: ClockChange): Clock {
  return changeClock(store, change, (clock, now) => ({ ...clock, frozenAtInMs: now }));
}

/**
 * Lets a stopped clock run again from where it stopped; a running one stays as it is. Returns the clock. Wake the runner after
 * the commit.
 */
export function resumeClock(store: Store, change: ClockChange): Clock {
  return changeClock(store, change, (_, now) => ({ offsetInMs: now - change.systemNow, frozenAtInMs: undefined }));
}

/** Moves a tenant's clock forward to `at`, never back. A running clock keeps running. Returns the clock. */
export function setClock(store: Store, { at, ...change }: ClockChange & { at: number }): Clock {
  return changeClock(store, change, (clock, now) => {
    const time = Math.max(at, now);
    return clock.frozenAtInMs === undefined
      ? { ...clock, offsetInMs: time - change.systemNow }
      : { ...clock, frozenAtInMs: time };
  });
}

/** Throws if the tenant does not exist (ERR-1b). */
function changeClock(
  store: Store,
  { tenantId, systemNow }: ClockChange,
  change: (clock: Clock, now: number) => Clock,
): Clock {
  const row = store.find('tenants', { id: tenantId });
  if (!row) {
    const message = 'This tenant does not exist. Create it first.';
    throw new Refusal('not_found', { rule: 'ERR-1b', field: 'tenant', message });
  }
  const clock = rowToClock(row);
  const next = change(clock, readClock(clock, systemNow));
  store.update('tenants', { id: tenantId }, { clockOffset: next.offsetInMs, clockFrozenAt: next.frozenAtInMs ?? null });
  return next;
}

/** The error for a clock that is being advanced. */
export function clockIsAdvanced(): Refusal {
  const message = 'The clock of this tenant is being advanced. Wait until that ends, then try again.';
  return new Refusal('conflict', { rule: 'HOOK-4', field: 'clock', message });
}

/** The last moment that a timestamp can express: the end of the year 9999. No clock goes beyond it. */
const latestInMs = Date.UTC(10_000, 0, 1) - 1;

/** Whether a clock may show a time, in milliseconds since 1970. */
export function isClockTime(timeInMs: number): boolean {
  return timeInMs >= 0 && timeInMs <= latestInMs;
}
