import { requireClock } from '../../domain/clock/clock.ts';
import { createRandomText } from '../../domain/create-id.ts';
import { DomainError } from '../../domain/refusal.ts';
import { clearTenant, deleteTenantRows } from '../../domain/tenants/clear-tenant.ts';
import { createCredentials } from '../../domain/tenants/credentials.ts';
import { defaultTenantId, insertTenant } from '../../domain/tenants/insert-tenant.ts';
import { requireTenant, rowToTenant } from '../../domain/tenants/tenant.ts';
import { webhookAddressForLog } from '../../domain/tenants/webhook-address.ts';
import { isUniqueViolation } from '../../storage/errors.ts';
import { type ControlHandler, readFirst } from '../control-call.ts';
import { describeTenant } from '../views/describe-tenant.ts';

export const listTenants: ControlHandler<'listTenants'> = async ({ service: { db }, query }) => {
  const rows = db.selectFrom('tenants').orderBy('id').select(['id', 'clientId']);
  const { first, ...more } = await readFirst(query, (limit) => rows.limit(limit).execute());
  return { tenants: first, ...more };
};

/** Creates a tenant and returns its credentials, of which only hashes are stored. */
export const createTenant: ControlHandler<'createTenant'> = async ({ service: { db, systemNow }, body }) => {
  const id = body?.id ?? `tenant-${createRandomText(12)}`;
  const credentials = createCredentials();
  try {
    await db.transaction().execute(async (trx) => {
      await insertTenant(trx, { id, credentials, systemNow: systemNow() });
      // A late call may have written rows for a removed tenant of this name. They must not belong to the new one.
      await deleteTenantRows(trx, { tenantId: id, keep: ['credentials'] });
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new DomainError('conflict', { field: 'id', message: 'A tenant with this id exists. Choose another id.' });
  }
  return { id, credentials };
};

export const getTenant: ControlHandler<'getTenant'> = ({ service, tenant }) => describeTenant(service, tenant);

export const deleteTenant: ControlHandler<'deleteTenant'> = async ({ service: { db }, tenant: { id } }) => {
  if (id === defaultTenantId) {
    const message = "The default tenant can't be removed. Reset it to empty it.";
    throw new DomainError('conflict', { field: 'tenant', message });
  }
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('tenants').where('id', '=', id).execute();
    await deleteTenantRows(trx, { tenantId: id });
  });
  return { id };
};

export const getSettings: ControlHandler<'getSettings'> = async ({ tenant }) => tenant.settings;

/** Changes the settings that are sent, also inside `settlement`. Two changes at once do not undo each other. */
export const changeSettings: ControlHandler<'changeSettings'> = ({ service: { db }, tenant: { id }, body }) =>
  db.transaction().execute(async (trx) => {
    const { settlement, ...change } = body;
    const { settings } = rowToTenant(await requireTenant(trx, id));
    const next = { ...settings, ...change, settlement: { ...settings.settlement, ...settlement } };
    await trx
      .updateTable('tenants')
      .set({ settingsJson: JSON.stringify(next) })
      .where('id', '=', id)
      .execute();
    return next;
  });

export const getWebhook: ControlHandler<'getWebhook'> = async ({ tenant }) => ({
  url: webhookAddressForLog(tenant.webhookUrl),
});

/** Sets the address of events (HOOK-6), the secret or both. Events that waited for an address are due at once. */
export const setWebhook: ControlHandler<'setWebhook'> = async ({ service, tenant, body }) => {
  const { url, secret } = body;
  if (typeof url === 'string' && !URL.canParse(url)) {
    throw new DomainError('rule_violation', { field: 'url', message: 'url is not an address.' });
  }
  await service.db
    .updateTable('tenants')
    .set({ ...(url !== undefined && { webhookUrl: url }), ...(secret !== undefined && { webhookSecret: secret }) })
    .where('id', '=', tenant.id)
    .execute();
  service.wake();
  return { url: webhookAddressForLog(url === undefined ? tenant.webhookUrl : url) };
};

/** Removes everything but credentials, settings and webhook. Refuses while the clock is being advanced. */
export const resetTenant: ControlHandler<'resetTenant'> = async ({ service, tenant: { id } }) => {
  const { db, systemNow } = service;
  await db.transaction().execute(async (trx) => {
    await requireClock(trx, { tenantId: id, systemNow: systemNow() });
    await clearTenant(trx, id);
  });
  return describeTenant(service, rowToTenant(await requireTenant(db, id)));
};
