import { defaultCredentials } from '../../domain/tenants/credentials.ts';
import { defaultTenantId } from '../../domain/tenants/ensure-default-tenant.ts';
import type { Tenant } from '../../domain/tenants/tenant.ts';
import { webhookAddressForLog } from '../../domain/tenants/webhook-address-for-log.ts';
import type { ControlContext } from '../control-context.ts';
import type { ControlSchema } from '../document/control-call.ts';
import { countRows } from './count-rows.ts';
import { describeClock } from './describe-clock.ts';

const { clientId, clientSecret, tokens } = defaultCredentials;

/** What everybody can read in the documentation. The webhook secret is set by whoever starts the sandbox. */
const publicCredentials = { clientId, clientSecret, tokens };

/** Describes a tenant without its secrets. */
export async function describeTenant(
  { db, systemNow }: ControlContext,
  tenant: Tenant,
): Promise<ControlSchema<'Tenant'>> {
  return {
    id: tenant.id,
    clientId: tenant.clientId,
    webhookUrl: webhookAddressForLog(tenant.webhookUrl),
    clock: describeClock(tenant.clock, systemNow()),
    settings: tenant.settings,
    counts: await countRows(db, tenant.id),
    publicCredentials: tenant.id === defaultTenantId ? publicCredentials : null,
  };
}
