import { DomainError } from '../../domain/refusal.ts';
import { changeSettings as change } from '../../domain/tenants/change-settings.ts';
import { webhookAddressForLog } from '../../domain/tenants/webhook-address.ts';
import type { ControlHandler } from '../control-call.ts';

/** Returns what is set. */
export const getSettings: ControlHandler<'getSettings'> = async ({ tenant }) => tenant.settings;

/** Changes what is sent and keeps the rest. */
export const changeSettings: ControlHandler<'changeSettings'> = async ({ service, tenant, body }) =>
  change(service.db, { tenantId: tenant.id, change: body });

/** Sets where events go (HOOK-6), the secret or both. What waited for an address is due at once. */
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
