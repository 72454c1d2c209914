import type { ControlQuery, ControlSchema } from '@escrow-kit/sandbox-control';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { controlOf } from '../api/control.ts';
import { useTenantId } from '../api/use-tenant-state.ts';

type Query = ControlQuery<'listRequests'>;

/** Reads a page of answered requests, newest first. */
export function useRequests(query: Query, isEnabled = true): UseQueryResult<ControlSchema<'RequestPage'>> {
  const tenant = useTenantId();
  return useQuery({
    queryKey: [tenant, 'requests', query],
    queryFn: () => controlOf(tenant).requests(query),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  });
}

/** Reads one request, which never changes. */
export function useRequest(requestId: string): UseQueryResult<ControlSchema<'LoggedRequest'>> {
  const tenant = useTenantId();
  return useQuery({
    queryKey: [tenant, 'request', requestId],
    queryFn: () => controlOf(tenant).request(requestId),
  });
}
