import type { ControlQuery, ControlSchema } from '@escrow-kit/sandbox-control';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { controlOf } from '../api/control.ts';
import { useTenantId } from '../api/use-tenant-state.ts';

type Query = ControlQuery<'listMilestones'>;

/** Reads a page of milestones, newest first. */
export function useMilestones(query: Query, isEnabled = true): UseQueryResult<ControlSchema<'MilestonePage'>> {
  const tenant = useTenantId();
  return useQuery({
    queryKey: [tenant, 'milestones', query],
    queryFn: () => controlOf(tenant).milestones(query),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  });
}

/** Reads everything about a milestone. */
export function useMilestone(milestoneId: string, isEnabled = true): UseQueryResult<ControlSchema<'Milestone'>> {
  const tenant = useTenantId();
  return useQuery({
    queryKey: [tenant, 'milestone', milestoneId],
    queryFn: () => controlOf(tenant).milestone(milestoneId),
    enabled: isEnabled,
  });
}
