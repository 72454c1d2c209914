import type { Service } from '../server/service.ts';
import { countRows } from '../tenants/count-rows.ts';
import type { Tenant } from '../tenants/tenant.ts';
import { webhookAddressForLog } from '../tenants/webhook-address-for-log.ts';
import type { ControlSchema } from './control-call.ts';
import { describeClock } from './describe-clock.ts';

/** Describes a tenant without its secrets. */
export async function describeTenant({ db, systemNow }: Service, tenant: Tenant): Promise<ControlSchema<'Tenant'>> {
  return {
    id: tenant.id,
    clientId: tenant.clientId,
    webhookUrl: webhookAddressForLog(tenant.webhookUrl),
    clock: describeClock(tenant.clock, systemNow()),
    settings: tenant.settings,
    counts: await countRows(db, tenant.id),
  };
}
