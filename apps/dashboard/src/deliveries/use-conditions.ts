import { useNow } from '../api/use-now.ts';
import { useFaults, useTenantState } from '../api/use-tenant-state.ts';
import type { DeliveryConditions } from './explain-delivery.ts';

/** What decides whether deliveries go out; undefined until it is known. */
export function useConditions(): DeliveryConditions | undefined {
  const { data } = useTenantState();
  const { data: faults } = useFaults();
  const now = useNow();
  if (!data || !faults || now === undefined) return undefined;
  return { webhookUrl: data.webhookUrl, clock: data.clock, now, faults };
}
