import { useControl } from '../api/use-control.ts';
import { useNow } from '../api/use-now.ts';
import type { DeliveryConditions } from './explain-delivery.ts';

/** The conditions on which deliveries go out; undefined until they are known. */
export function useConditions(): DeliveryConditions | undefined {
  const { data } = useControl('describe');
  const { data: faults } = useControl('faults');
  const now = useNow((time) => time);
  if (!data || !faults || now === undefined) return undefined;
  return { webhookUrl: data.webhookUrl, clock: data.clock, now, faults };
}
