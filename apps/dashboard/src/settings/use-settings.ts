import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { controlOf } from '../api/control.ts';
import { useTenantId } from '../api/use-tenant-state.ts';
import { type Move, useMove } from '../ui/use-move.ts';

/** Reads the settings. */
export function useSettings(): UseQueryResult<ControlSchema<'Settings'>> {
  const tenant = useTenantId();
  return useQuery({
    queryKey: [tenant, 'settings'],
    queryFn: () => controlOf(tenant).settings(),
  });
}

/** Changes the given settings. */
export function useChangeSettings(
  onDone: () => void,
): Move<ControlSchema<'SettingsChange'>, ControlSchema<'Settings'>> {
  const tenant = useTenantId();
  return useMove((change) => controlOf(tenant).changeSettings(change), { done: 'The settings are saved', onDone });
}

/** Sets the address of events and the secret that signs them. */
export function useSetWebhook(
  onDone: () => void,
): Move<ControlSchema<'Webhook'>, ControlSchema<'WebhookAddress'> & { hasNewSecret: boolean }> {
  const tenant = useTenantId();
  return useMove(
    async ({ url, secret }) => ({
      ...(await controlOf(tenant).setWebhook(url, secret)),
      hasNewSecret: secret !== undefined,
    }),
    { done: savedText, onDone },
  );
}

function savedText({ url, hasNewSecret }: ControlSchema<'WebhookAddress'> & { hasNewSecret: boolean }): string {
  const signed = hasNewSecret ? ', signed with the new secret' : '';
  return url === null ? `Events wait from now on${signed}` : `Events go to ${url}${signed}`;
}
