import type { ControlQuery, ControlSchema } from '@escrow-kit/sandbox-control';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../api/control-api.ts';
import { useTenantId } from '../api/use-tenant-state.ts';

type Query = ControlQuery<'listMilestones'>;

/** Reads a page of milestones, newest first. */
export function useMilestones(query: Query, isEnabled = true): UseQueryResult<ControlSchema<'MilestonePage'>> {
  const tenant = useTenantId();
  return useQuery({
    queryKey: [tenant, 'milestones', query],
    queryFn: () => answerOf(api.GET('/_sandbox/tenants/{tenant}/milestones', { params: { path: { tenant }, query } })),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  });
}

/** Reads everything about a milestone. */
export function useMilestone(milestoneId: string, isEnabled = true): UseQueryResult<ControlSchema<'Milestone'>> {
  const tenant = useTenantId();
  return useQuery({
    queryKey: [tenant, 'milestone', milestoneId],
    queryFn: () =>
      answerOf(
        api.GET('/_sandbox/tenants/{tenant}/milestones/{milestoneId}', { params: { path: { tenant, milestoneId } } }),
      ),
    enabled: isEnabled,
  });
}
