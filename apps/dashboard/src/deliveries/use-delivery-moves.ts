import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { answerOf, api } from '../api/control-api.ts';
import { useTenantId } from '../api/use-tenant-state.ts';
import { distanceText } from '../ui/time-text.ts';
import { type Move, useMove } from '../ui/use-move.ts';

/** Sends a delivery again, by its id. */
export function useRedeliver(): Move<string, ControlSchema<'Delivery'>> {
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

/** What was delivered; if nothing was due, the time until the next attempt. */
type DrainResult = ControlSchema<'Drained'> & { nextInMs?: number };

/** Delivers what is due now. */
export function useDrain(): Move<void, DrainResult> {
  const tenant = useTenantId();
  const path = { tenant };
  const drain = async (): Promise<DrainResult> => {
    const drained = await answerOf(api.POST('/_sandbox/tenants/{tenant}/drain', { params: { path } }));
    if (drained.actions.length > 0) return drained;
    const query = { state: 'pending' as const, limit: 50 };
    const [{ deliveries }, { clock, webhookUrl }] = await Promise.all([
      answerOf(api.GET('/_sandbox/tenants/{tenant}/deliveries', { params: { path, query } })),
      answerOf(api.GET('/_sandbox/tenants/{tenant}', { params: { path } })),
    ]);
    if (deliveries.length === 0 || webhookUrl === null) return drained;
    return { ...drained, nextInMs: Math.min(...deliveries.map(({ dueAt }) => dueAt)) - clock.now };
  };
  return useMove(drain, { done: drainedText });
}

function drainedText({ actions, nextInMs }: DrainResult): string {
  if (actions.length > 0) return `Done: ${actions.length} were due`;
  return nextInMs === undefined
    ? 'Nothing was due'
    : `Nothing is due yet: the next attempt is ${distanceText(nextInMs)}`;
}
