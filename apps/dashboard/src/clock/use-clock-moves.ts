import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { controlOf } from '../api/control.ts';
import { useTenantId } from '../api/use-tenant-state.ts';
import { durationText } from '../ui/time-text.ts';
import { type Move, useMove } from '../ui/use-move.ts';

/** Reads the tenant's clock. */
export function useClock(): UseQueryResult<ControlSchema<'Clock'>> {
  const tenant = useTenantId();
  return useQuery({
    queryKey: [tenant, 'clock'],
    queryFn: () => controlOf(tenant).clock(),
  });
}

/** The actions on the tenant's clock. */
export interface ClockMoves {
  freeze: Move<void, ControlSchema<'Clock'>>;
  resume: Move<void, ControlSchema<'Clock'>>;
  /** The seconds to advance. */
  advance: Move<number, ControlSchema<'Advance'>>;
}

/** Changes the tenant's clock. */
export function useClockMoves(): ClockMoves {
  const tenant = useTenantId();
  return {
    freeze: useMove(() => controlOf(tenant).freeze(), { done: 'The clock is frozen' }),
    resume: useMove(() => controlOf(tenant).resume(), { done: 'The clock runs again' }),
    advance: useMove((seconds: number) => controlOf(tenant).advance(seconds), {
      done: ({ actions }) => `The clock was advanced; ${actions.length || 'nothing'} fell due`,
    }),
  };
}

/** Describes a clock. */
export function describeClock({ isFrozen, offsetInMs }: ControlSchema<'Clock'>): string {
  const state = isFrozen ? 'Stands still' : 'Runs';
  if (offsetInMs === 0) return `${state}, with the system's clock`;
  return `${state}, ${durationText(Math.abs(offsetInMs))} ${offsetInMs > 0 ? 'ahead of' : 'behind'} the system's clock`;
}
