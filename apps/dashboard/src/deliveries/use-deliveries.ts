import type { ControlQuery, ControlSchema } from '@escrow-kit/sandbox-control';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { controlOf } from '../api/control.ts';
import { useNow } from '../api/use-now.ts';
import { useFaults, useTenantId, useTenantState } from '../api/use-tenant-state.ts';
import type { DeliveryConditions } from './explain-delivery.ts';

type Query = ControlQuery<'listDeliveries'>;

/** Reads a page of deliveries, newest first. */
export function useDeliveries(query: Query, isEnabled = true): UseQueryResult<ControlSchema<'DeliveryPage'>> {
  const tenant = useTenantId();
  return useQuery({
    queryKey: [tenant, 'deliveries', query],
    queryFn: () => controlOf(tenant).deliveries(query),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  });
}

/** Reads a delivery with its attempts. */
export function useDelivery(deliveryId: string): UseQueryResult<ControlSchema<'Delivery'>> {
  const tenant = useTenantId();
  return useQuery({
    queryKey: [tenant, 'delivery', deliveryId],
    queryFn: () => controlOf(tenant).delivery(deliveryId),
  });
}

/** The conditions of deliveries; undefined until they are known. */
export function useConditions(): DeliveryConditions | undefined {
  const { data } = useTenantState();
  const { data: faults } = useFaults();
  const now = useNow();
  if (!data || !faults || now === undefined) return undefined;
  return { webhookUrl: data.webhookUrl, clock: data.clock, now, faults };
}
