import { DomainError } from '../../domain/refusal.ts';
import { requireTenant, rowToTenant } from '../../domain/tenants/tenant.ts';
import { webhookAddressForLog } from '../../domain/tenants/webhook-address.ts';
import type { ControlHandler } from '../control-call.ts';

/** Returns the settings. */
export const getSettings: ControlHandler<'getSettings'> = async ({ tenant }) => tenant.settings;

/** Changes the settings that are sent, also inside `settlement`. Two changes at once do not undo each other. */
export const changeSettings: ControlHandler<'changeSettings'> = async ({ service: { db }, tenant, body }) => {
  const { settlement, ...change } = body;
  for (;;) {
    const row = await requireTenant(db, tenant.id);
    const { settings } = rowToTenant(row);
    const next = { ...settings, ...change, settlement: { ...settings.settlement, ...settlement } };
    const { numUpdatedRows } = await db
      .updateTable('tenants')
      .set({ settingsJson: JSON.stringify(next) })
      .where('id', '=', tenant.id)
      .where('settingsJson', '=', row.settingsJson)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) return next;
  }
};

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
