import type { operations } from '@escrow-kit/sandbox-control';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../api/control-api.ts';
import type { Schema } from '../api/schema.ts';
import { useTenantId } from '../api/use-tenant.ts';

type Query = NonNullable<operations['listRequests']['parameters']['query']>;

/** Reads a page of answered requests, newest first. */
export function useRequests(query: Query, isEnabled = true): UseQueryResult<Schema<'RequestPage'>> {
  const tenant = useTenantId();
  return useQuery({
    queryKey: [tenant, 'requests', query],
    queryFn: () => answerOf(api.GET('/_sandbox/tenants/{tenant}/requests', { params: { path: { tenant }, query } })),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  });
}

/** Reads one request. It does not change any more. */
export function useRequest(requestId: string): UseQueryResult<Schema<'LoggedRequest'>> {
  const tenant = useTenantId();
  return useQuery({
    queryKey: [tenant, 'request', requestId],
    queryFn: () =>
      answerOf(api.GET('/_sandbox/tenants/{tenant}/requests/{requestId}', { params: { path: { tenant, requestId } } })),
  });
}
