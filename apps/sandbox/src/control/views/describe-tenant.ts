import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { sql } from 'kysely';
import { defaultCredentials } from '../../domain/tenants/credentials.ts';
import { defaultTenantId } from '../../domain/tenants/insert-tenant.ts';
import { type Clock, readClock, type Tenant } from '../../domain/tenants/tenant.ts';
import { webhookAddressForLog } from '../../domain/tenants/webhook-address.ts';
import type { Db } from '../../storage/database.ts';
import type { ControlContext } from '../control-call.ts';

const { clientId, clientSecret, tokens } = defaultCredentials;

/** The documented credentials. Not the webhook secret, which is set when the sandbox is started. */
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

/** Describes a clock for the control API. */
export function describeClock(clock: Clock, systemNow: number): ControlSchema<'Clock'> {
  const isFrozen = clock.frozenAtInMs !== undefined;
  const now = readClock(clock, systemNow);
  return { now, isFrozen, offsetInMs: isFrozen ? now - systemNow : clock.offsetInMs };
}

async function countRows(db: Db, tenantId: string): Promise<ControlSchema<'Tenant'>['counts']> {
  const count = async (table: 'users' | 'contracts' | 'milestones' | 'events' | 'requests') => {
    const query = db.selectFrom(table).where('tenantId', '=', tenantId);
    return (await query.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count;
  };
  return {
    users: await count('users'),
    contracts: await count('contracts'),
    milestones: await count('milestones'),
    events: await count('events'),
    pendingDeliveries: await countDeliveries(db, { tenantId, state: 'pending' }),
    failedDeliveries: await countDeliveries(db, { tenantId, state: 'failed' }),
    requests: await count('requests'),
  };
}

/** Counts the deliveries in a state. */
export async function countDeliveries(
  db: Db,
  { tenantId, state }: { tenantId: string; state: 'pending' | 'failed' },
): Promise<number> {
  const query = db.selectFrom('deliveries').where('tenantId', '=', tenantId).where('state', '=', state);
  return (await query.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count;
}

/** The outcome of a request as a condition. The literals let the store use the index of refused and failed requests. */
export const isOutcome = {
  answered: sql<boolean>`status < 400`,
  refused: sql<boolean>`status >= 400 and status < 500`,
  failed: sql<boolean>`status >= 400 and status >= 500`,
};

/** Counts the requests of the log by their outcome. */
export async function countByOutcome(
  db: Db,
  tenantId: string,
): Promise<ControlSchema<'Overview'>['requestsByOutcome']> {
  const requests = db.selectFrom('requests').where('tenantId', '=', tenantId);
  const counted = requests.select(({ fn }) => fn.countAll<number>().as('count'));
  const { count: all } = await counted.executeTakeFirstOrThrow();
  const { count: refused } = await counted.where(isOutcome.refused).executeTakeFirstOrThrow();
  const { count: failed } = await counted.where(isOutcome.failed).executeTakeFirstOrThrow();
  // From indexes alone: most requests are answered, and no index has them.
  return { answered: all - refused - failed, refused, failed };
}
