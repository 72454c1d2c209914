import { answerOf, api } from '../api/control-api.ts';
import type { Schema } from '../api/schema.ts';
import { type Move, useMove } from '../api/use-move.ts';
import { useTenantId } from '../api/use-tenant.ts';

/** Sends a delivery again, by its id. */
export function useRedeliver(): Move<string, Schema<'Delivery'>> {
  const tenant = useTenantId();
  return useMove(
    (deliveryId: string) =>
      answerOf(
        api.POST('/_sandbox/tenants/{tenant}/deliveries/{deliveryId}/redeliver', {
          params: { path: { tenant, deliveryId } },
        }),
      ),
    { done: 'It is due again and goes out at once' },
  );
}

/** Delivers what is due now. */
export function useDrain(): Move<void, Schema<'Drained'>> {
  const tenant = useTenantId();
  return useMove(() => answerOf(api.POST('/_sandbox/tenants/{tenant}/drain', { params: { path: { tenant } } })), {
    done: ({ actions }) => (actions.length === 0 ? 'Nothing was due' : `Done: ${actions.length} that were due`),
  });
}
