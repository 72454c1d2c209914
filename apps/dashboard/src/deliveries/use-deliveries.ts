import type { operations } from '@escrow-kit/sandbox-control';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../api/control-api.ts';
import type { Schema } from '../api/schema.ts';
import { useTenantId } from '../api/use-tenant.ts';

type Query = NonNullable<operations['listDeliveries']['parameters']['query']>;

/** Reads a page of deliveries, newest first. */
export function useDeliveries(query: Query, isEnabled = true): UseQueryResult<Schema<'DeliveryPage'>> {
  const tenant = useTenantId();
  return useQuery({
    queryKey: [tenant, 'deliveries', query],
    queryFn: () => answerOf(api.GET('/_sandbox/tenants/{tenant}/deliveries', { params: { path: { tenant }, query } })),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  });
}

/** Reads a delivery with its attempts. */
export function useDelivery(deliveryId: string): UseQueryResult<Schema<'Delivery'>> {
  const tenant = useTenantId();
  return useQuery({
    queryKey: [tenant, 'delivery', deliveryId],
    queryFn: () =>
      answerOf(
        api.GET('/_sandbox/tenants/{tenant}/deliveries/{deliveryId}', { params: { path: { tenant, deliveryId } } }),
      ),
  });
}
