import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { controlOf } from '../api/control.ts';
import { useTenantId } from '../api/use-tenant-state.ts';
import { distanceText } from '../ui/time-text.ts';
import { type Move, useMove } from '../ui/use-move.ts';

/** Sends a delivery again, by its id. */
export function useRedeliver(): Move<string, ControlSchema<'Delivery'>> {
  const tenant = useTenantId();
  return useMove((deliveryId: string) => controlOf(tenant).redeliver(deliveryId), {
    done: 'It is due again and goes out at once',
  });
}

/** What was delivered; if nothing was due, the time until the next attempt. */
type DrainResult = ControlSchema<'Drained'> & { nextInMs?: number };

/** Delivers what is due now. */
export function useDrain(): Move<void, DrainResult> {
  const tenant = useTenantId();
  const drain = async (): Promise<DrainResult> => {
    const control = controlOf(tenant);
    const actions = await control.drain();
    if (actions.length > 0) return { actions };
    const [{ deliveries }, { clock, webhookUrl }] = await Promise.all([
      control.deliveries({ state: 'pending', limit: 50 }),
      control.describe(),
    ]);
    if (deliveries.length === 0 || webhookUrl === null) return { actions };
    return { actions, nextInMs: Math.min(...deliveries.map(({ dueAt }) => dueAt)) - clock.now };
  };
  return useMove(drain, { done: drainedText });
}

function drainedText({ actions, nextInMs }: DrainResult): string {
  if (actions.length > 0) return `Done: ${actions.length} were due`;
  return nextInMs === undefined
    ? 'Nothing was due'
    : `Nothing is due yet: the next attempt is ${distanceText(nextInMs)}`;
}
