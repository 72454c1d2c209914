import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { requireClock } from '../../domain/clock/clock.ts';
import { clearTenant } from '../../domain/tenants/clear-tenant.ts';
import { requireTenant, rowToTenant } from '../../domain/tenants/tenant.ts';
import type { ControlHandler } from '../control-call.ts';
import type { ControlContext } from '../control-context.ts';
import { exportTenant as exportState } from '../export/export-tenant.ts';
import { importTenant as importState } from '../export/import-tenant.ts';
import { describeTenant } from '../views/describe-tenant.ts';

/** Removes everything but credentials, settings and webhook. Refuses while the clock is being advanced. */
export const resetTenant: ControlHandler<'resetTenant'> = async ({ service, tenant: { id } }) => {
  const { db, systemNow } = service;
  await db.transaction().execute(async (trx) => {
    await requireClock(trx, { tenantId: id, systemNow: systemNow() });
    await clearTenant(trx, { tenantId: id });
  });
  return describeAgain(service, id);
};

/** Exports the state. */
export const exportTenant: ControlHandler<'exportTenant'> = ({ service, tenant, query }) =>
  exportState(service.db, { tenantId: tenant.id, hasRequests: query.requests !== 'false' });

/** Replaces the state by an exported one. What was due there is due here. */
export const importTenant: ControlHandler<'importTenant'> = async ({ service, tenant, body }) => {
  await importState(service.db, { tenant, exported: body, systemNow: service.systemNow() });
  service.wake();
  return describeAgain(service, tenant.id);
};

async function describeAgain(service: ControlContext, id: string): Promise<ControlSchema<'Tenant'>> {
  return describeTenant(service, rowToTenant(await requireTenant(service.db, id)));
}
