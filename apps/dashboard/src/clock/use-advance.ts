import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { type Move, useMove } from '../ui/use-move.ts';

/** How far to advance: by seconds, or to a time on the tenant's clock, which may have passed meanwhile. */
export type Distance = { seconds: number } | { to: number };

/** Advances the tenant's clock. */
export function useAdvance(onDone?: () => void): Move<Distance, ControlSchema<'Advance'>> {
  return useMove(
    async (control, distance: Distance) => {
      if ('seconds' in distance) return control.advance(distance.seconds);
      const { now } = await control.clock();
      return control.advance(Math.max(0, distance.to - now) / 1000);
    },
    {
      done: ({ actions }) => `The clock was advanced; ${actions.length || 'nothing'} fell due`,
      ...(onDone && { onDone }),
    },
  );
}
