import type { Db } from '../../storage/database.ts';
import { type Clock, findTenant, readClock, type Tenant } from '../tenants/tenant.ts';
import { clockIsAdvanced, requireClock } from './clock.ts';

/**
 * The exclusive right to set a tenant's clock. It is free or held by one caller: taking it starts the advance, each step renews
 * it, and giving it back or its end frees it. A caller that has lost it can't set the clock.
 */
export interface AdvanceLease {
  tenantId: string;
  /** Its end, on the system's clock. */
  untilSystem: number;
}

/** A step takes at most one attempt: the receiver's time-out and the work around it. */
const stepMarginInMs = 5000;

/** Takes the lease. Meanwhile only its holder does what is due for the tenant. Throws if another caller has it. */
export async function takeAdvanceLease(
  db: Db,
  { tenantId, systemNow }: { tenantId: string; systemNow: number },
): Promise<AdvanceLease> {
  const tenant = await requireClock(db, { tenantId, systemNow });
  const untilSystem = endOfStep(tenant, systemNow);
  const { numUpdatedRows } = await db
    .updateTable('tenants')
    .set({ advanceLeaseUntilSystem: untilSystem })
    .where('id', '=', tenantId)
    .where('advanceLeaseUntilSystem', '<', systemNow)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw clockIsAdvanced();
  return { tenantId, untilSystem };
}

/**
 * Sets the clock to `at`, never backwards, and renews the lease for another step. Returns the updated tenant. Throws if the
 * lease is lost, because the caller was delayed for longer than a step takes.
 */
export async function setClock(
  db: Db,
  { lease, at, systemNow }: { lease: AdvanceLease; at: number; systemNow: number },
): Promise<Tenant> {
  const tenant = await findTenant(db, lease.tenantId);
  if (!tenant) throw clockIsAdvanced();
  const clock = clockAt(tenant.clock, { at, systemNow });
  const untilSystem = endOfStep(tenant, systemNow);
  const { numUpdatedRows } = await db
    .updateTable('tenants')
    .set({
      clockOffset: clock.offsetInMs,
      clockFrozenAt: clock.frozenAtInMs ?? null,
      advanceLeaseUntilSystem: untilSystem,
    })
    .where((eb) => eb.and({ id: lease.tenantId, advanceLeaseUntilSystem: lease.untilSystem }))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw clockIsAdvanced();
  lease.untilSystem = untilSystem;
  return { ...tenant, clock };
}

/** Returns the lease if it is still ours. */
export async function giveBackAdvanceLease(db: Db, { tenantId, untilSystem }: AdvanceLease): Promise<void> {
  await db
    .updateTable('tenants')
    .set({ advanceLeaseUntilSystem: 0 })
    .where((eb) => eb.and({ id: tenantId, advanceLeaseUntilSystem: untilSystem }))
    .execute();
}

function endOfStep({ settings }: Tenant, systemNow: number): number {
  return systemNow + settings.webhookTimeoutInMs + stepMarginInMs;
}

/** A running clock moves by its offset and keeps running. */
function clockAt(clock: Clock, { at, systemNow }: { at: number; systemNow: number }): Clock {
  const time = Math.max(at, readClock(clock, systemNow));
  return clock.frozenAtInMs === undefined
    ? { offsetInMs: time - systemNow, frozenAtInMs: undefined }
    : { ...clock, frozenAtInMs: time };
}
