import { beforeAll } from 'vitest';
import type { Settings } from '../../src/domain/tenants/settings.ts';
import { findTenant, readClock, type Tenant } from '../../src/domain/tenants/tenant.ts';
import type { Sandbox, SandboxOptions } from '../../src/sandbox.ts';
import type { ServerContext } from '../../src/server/server-context.ts';
import { startService } from '../../src/start-service.ts';
import { createStore, giveBackStore, type Store } from './stores.ts';

/** A running sandbox with its inner parts. */
export interface StartedService {
  sandbox: Sandbox;
  service: ServerContext;
}

/** A sandbox on an empty store, with its inner parts, which runs during the tests of the enclosing block. */
export function startedService(store: Store, options: SandboxOptions = {}): () => StartedService {
  let started: StartedService;
  beforeAll(async () => {
    const storage = await createStore(store);
    started = await startService({ ...storage, validateResponses: true, ...options });
    return async () => {
      await started.sandbox.close();
      await giveBackStore(storage);
    };
  });
  return () => started;
}

/** The present default tenant. */
export async function defaultTenant({ db }: Pick<ServerContext, 'db'>): Promise<Tenant> {
  const tenant = await findTenant(db, 'default');
  if (!tenant) throw new Error('There is no default tenant.');
  return tenant;
}

/** Does something in a transaction at the default tenant's time, and wakes the runner as a call would. */
export async function change<Options extends object, Result>(
  service: ServerContext,
  act: (trx: ServerContext['db'], options: Options & { tenant: Tenant; now: number }) => Promise<Result>,
  options: Options,
): Promise<Result> {
  const tenant = await defaultTenant(service);
  const now = readClock(tenant.clock, service.systemNow());
  const result = await service.db.transaction().execute((trx) => act(trx, { ...options, tenant, now }));
  service.wake();
  return result;
}

/** Changes settings of the default tenant. */
export async function setSettings(service: ServerContext, changes: Partial<Settings>): Promise<void> {
  const { settings } = await defaultTenant(service);
  await updateTenant(service, { settingsJson: JSON.stringify({ ...settings, ...changes }) });
}

/** Sets the address of the default tenant's events. */
export function setWebhookUrl(service: ServerContext, webhookUrl: string | null): Promise<void> {
  return updateTenant(service, { webhookUrl });
}

async function updateTenant(
  { db, wake }: ServerContext,
  changes: { settingsJson?: string; webhookUrl?: string | null },
): Promise<void> {
  await db.updateTable('tenants').set(changes).where('id', '=', 'default').execute();
  wake();
}

/** Sets the consent of a user of the default tenant. */
export async function setConsent(
  { db }: ServerContext,
  phone: string,
  consent: 'PENDING' | 'GRANTED' | 'DECLINED',
): Promise<void> {
  await db.updateTable('users').set({ consent }).where('tenantId', '=', 'default').where('phone', '=', phone).execute();
}
