import { type Clock, readClock } from '../../domain/tenants/tenant.ts';
import type { ControlSchema } from '../document/control-call.ts';

/** Describes a clock as the control API shows it. */
export function describeClock(clock: Clock, systemNow: number): ControlSchema<'Clock'> {
  const isFrozen = clock.frozenAtInMs !== undefined;
  const now = readClock(clock, systemNow);
  return { now, isFrozen, offsetInMs: isFrozen ? now - systemNow : clock.offsetInMs };
}
