import type { Control, ControlSchema } from '@escrow-kit/sandbox-control';
import { distanceText } from '../ui/text.ts';
import { type Move, useMove } from '../ui/use-move.ts';

/** What was delivered; if nothing was due, the time until the next attempt. */
type DrainResult = ControlSchema<'Drained'> & { nextInMs?: number };

/** Delivers what is due now. */
export function useDrain(): Move<void, DrainResult> {
  return useMove(drain, { done: drainedText });
}

async function drain(control: Control): Promise<DrainResult> {
  const actions = await control.drain();
  if (actions.length > 0) return { actions };
  const [{ deliveries }, { clock, webhookUrl }] = await Promise.all([
    control.deliveries({ state: 'pending', limit: 50 }),
    control.describe(),
  ]);
  if (deliveries.length === 0 || webhookUrl === null) return { actions };
  return { actions, nextInMs: Math.min(...deliveries.map(({ dueAt }) => dueAt)) - clock.now };
}

function drainedText({ actions, nextInMs }: DrainResult): string {
  if (actions.length > 0) return `Done: ${actions.length} were due`;
  return nextInMs === undefined
    ? 'Nothing was due'
    : `Nothing is due yet: the next attempt is ${distanceText(nextInMs)}`;
}
