import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { type Move, useMove } from '../ui/use-move.ts';

/** Advances the tenant's clock by seconds. */
export function useAdvance(): Move<number, ControlSchema<'Advance'>> {
  return useMove((control, seconds: number) => control.advance(seconds), {
    done: ({ actions }) => `The clock was advanced; ${actions.length || 'nothing'} fell due`,
  });
}
