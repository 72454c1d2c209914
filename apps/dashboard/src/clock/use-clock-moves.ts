import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../api/control-api.ts';
import { useTenantId } from '../api/use-tenant-state.ts';
import { durationText } from '../ui/time-text.ts';
import { type Move, useMove } from '../ui/use-move.ts';

/** Reads the tenant's clock. */
export function useClock(): UseQueryResult<ControlSchema<'Clock'>> {
  const tenant = useTenantId();
  return useQuery({
    queryKey: [tenant, 'clock'],
    queryFn: () => answerOf(api.GET('/_sandbox/tenants/{tenant}/clock', { params: { path: { tenant } } })),
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
  const params = { path: { tenant } };
  return {
    freeze: useMove(() => answerOf(api.POST('/_sandbox/tenants/{tenant}/clock/freeze', { params })), {
      done: 'The clock is frozen',
    }),
    resume: useMove(() => answerOf(api.POST('/_sandbox/tenants/{tenant}/clock/resume', { params })), {
      done: 'The clock runs again',
    }),
    advance: useMove(
      (seconds: number) =>
        answerOf(api.POST('/_sandbox/tenants/{tenant}/clock/advance', { params, body: { seconds } })),
      { done: ({ actions }) => `The clock was advanced; ${actions.length || 'nothing'} fell due` },
    ),
  };
}

/** Describes a clock. */
export function describeClock({ isFrozen, offsetInMs }: ControlSchema<'Clock'>): string {
  const state = isFrozen ? 'Stands still' : 'Runs';
  if (offsetInMs === 0) return `${state}, with the system's clock`;
  return `${state}, ${durationText(Math.abs(offsetInMs))} ${offsetInMs > 0 ? 'ahead of' : 'behind'} the system's clock`;
}
