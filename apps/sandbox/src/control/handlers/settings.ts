import { DomainError } from '../../domain/refusal.ts';
import { changeSettings as change } from '../../domain/tenants/change-settings.ts';
import { webhookAddressForLog } from '../../domain/tenants/webhook-address.ts';
import type { ControlHandler } from '../control-call.ts';

/** Returns the settings. */
export const getSettings: ControlHandler<'getSettings'> = async ({ tenant }) => tenant.settings;

/** Changes the settings that are sent and keeps the others. */
export const changeSettings: ControlHandler<'changeSettings'> = async ({ service, tenant, body }) =>
  change(service.db, { tenantId: tenant.id, change: body });

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
