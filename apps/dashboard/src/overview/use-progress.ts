import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { useQuery } from '@tanstack/react-query';
import { readControlToken } from '../api/control-token.ts';
import { useControl, useControlQuery } from '../api/use-control.ts';

/** The progress of a tenant's first purchase. */
export interface Progress {
  tenant: ControlSchema<'Tenant'>;
  operations: ControlSchema<'ServiceDescription'>['operations'];
  users: ControlSchema<'User'>[];
  /** The id of the newest contract; undefined if the log does not have it. */
  contractId: string | undefined;
  /** The tenant's first milestone. */
  milestone: ControlSchema<'Milestone'> | undefined;
  /** Whether a ticket was requested for the milestone. */
  hasTicket: boolean;
  /** Whether a milestone of the tenant is settled. */
  isSettled: boolean;
  /** Whether the control API requires a token. */
  needsControlToken: boolean;
}

/** The number of users among which buyer and seller are searched. */
const usersLookedAt = 50;

/** The number of newest tickets among which the milestone's is searched. */
const ticketsLookedAt = 20;

/** The progress of the first purchase; undefined until it is known. */
export function useProgress(): Progress | undefined {
  const { data: tenant } = useControl('describe');
  const { data: service } = useControl('service');
  const { data: users } = useControl('users', { limit: usersLookedAt });
  const { data: settled } = useControl('milestones', { state: 'COMPLETED', limit: 1 });
  const { data: first } = useControl('milestones', { sort: 'oldest', limit: 1 });
  const milestoneId = first?.milestones[0]?.milestoneId;
  const milestoneQuery = useControlQuery('milestone', milestoneId ?? '');
  const { data: milestone } = useQuery({ ...milestoneQuery, enabled: milestoneId !== undefined });
  const answered = { outcome: 'answered' } as const;
  const { data: contracts } = useControl('requests', { ...answered, operationId: 'createContract', limit: 1 });
  const { data: tickets } = useControl('requests', {
    ...answered,
    operationId: 'requestTicket',
    limit: ticketsLookedAt,
  });
  if (!tenant || !service || !users || !settled || !first || !contracts || !tickets) return undefined;
  if (milestoneId !== undefined && !milestone) return undefined;
  return {
    tenant,
    operations: service.operations,
    users: users.users,
    contractId: contractIdOf(contracts.requests[0]),
    milestone,
    hasTicket: milestone !== undefined && tickets.requests.some((request) => isTicketOf(milestone, request)),
    isSettled: settled.milestones.length > 0,
    needsControlToken: readControlToken() !== undefined,
  };
}

/** Whether a request asked for a ticket of a milestone (TICKET-2). Times do not show it, because the clock may be frozen. */
function isTicketOf({ shortId }: ControlSchema<'Milestone'>, { request }: ControlSchema<'LoggedRequest'>): boolean {
  const body = request?.body as { scope?: unknown } | undefined;
  return body?.scope === `payment:${shortId}`;
}

/** The id in the answer. */
function contractIdOf(request: ControlSchema<'LoggedRequest'> | undefined): string | undefined {
  const body = request?.answer?.body as { data?: { id?: unknown } } | undefined;
  return typeof body?.data?.id === 'string' ? body.data.id : undefined;
}
