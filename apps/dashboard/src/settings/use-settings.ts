import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../api/control-api.ts';
import type { Schema } from '../api/schema.ts';
import { type Move, useMove } from '../api/use-move.ts';
import { useTenantId } from '../api/use-tenant.ts';

/** Reads what is set. */
export function useSettings(): UseQueryResult<Schema<'Settings'>> {
  const tenant = useTenantId();
  return useQuery({
    queryKey: [tenant, 'settings'],
    queryFn: () => answerOf(api.GET('/_sandbox/tenants/{tenant}/settings', { params: { path: { tenant } } })),
  });
}

/** Changes the fields that are given. */
export function useChangeSettings(onDone: () => void): Move<Schema<'SettingsChange'>, Schema<'Settings'>> {
  const tenant = useTenantId();
  return useMove(
    (body) => answerOf(api.PUT('/_sandbox/tenants/{tenant}/settings', { params: { path: { tenant } }, body })),
    { done: 'The settings are saved', onDone },
  );
}

/** Sets where events go and what they are signed with. */
export function useSetWebhook(
  onDone: () => void,
): Move<Schema<'Webhook'>, Schema<'WebhookAddress'> & { hasNewSecret: boolean }> {
  const tenant = useTenantId();
  return useMove(
    async (body) => ({
      ...(await answerOf(api.PUT('/_sandbox/tenants/{tenant}/webhook', { params: { path: { tenant } }, body }))),
      hasNewSecret: body.secret !== undefined,
    }),
    { done: savedText, onDone },
  );
}

function savedText({ url, hasNewSecret }: Schema<'WebhookAddress'> & { hasNewSecret: boolean }): string {
  const signed = hasNewSecret ? ', signed with the new secret' : '';
  return url === null ? `Events wait from now on${signed}` : `Events go to ${url}${signed}`;
}
