import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { readControlToken } from '../api/control-token.ts';
import { useServiceDescription, useTenantState } from '../api/use-tenant-state.ts';
import { useMilestone, useMilestones } from '../contracts/use-milestones.ts';
import { useUsers } from '../people/use-people.ts';
import { useRequests } from '../requests/use-requests.ts';

/** How far the first purchase of a tenant has come. */
export interface Progress {
  origin: string;
  tenant: ControlSchema<'Tenant'>;
  operations: ControlSchema<'ServiceDescription'>['operations'];
  users: ControlSchema<'User'>[];
  /** Of the newest contract; undefined where the log does not tell it. */
  contractId: string | undefined;
  /** The newest one. */
  milestone: ControlSchema<'Milestone'> | undefined;
  /** Whether a ticket was asked for since the milestone is there. */
  hasTicket: boolean;
  /** Whether the control API asks for a token. */
  needsControlToken: boolean;
}

/** So many users are looked through for who buys and sells. */
const usersLookedAt = 50;

/** How far the first purchase has come; undefined until it is known, and when a milestone was settled. */
export function useProgress(): Progress | undefined {
  const { data: tenant } = useTenantState();
  const { data: service } = useServiceDescription();
  const { data: users } = useUsers({ limit: usersLookedAt });
  const { data: settled } = useMilestones({ state: 'COMPLETED', limit: 1 });
  const { data: newest } = useMilestones({ limit: 1 });
  const milestoneId = newest?.milestones[0]?.milestoneId;
  const { data: milestone } = useMilestone(milestoneId ?? '', milestoneId !== undefined);
  const { data: contracts } = useRequests({ operationId: 'createContract', outcome: 'answered', limit: 1 });
  const { data: tickets } = useRequests({ operationId: 'requestTicket', outcome: 'answered', limit: 1 });
  if (!tenant || !service || !users || !settled || !newest || !contracts || !tickets) return undefined;
  if (settled.milestones.length > 0 || (milestoneId !== undefined && !milestone)) return undefined;
  const ticketAt = tickets.requests[0]?.createdAt;
  return {
    origin: location.origin,
    tenant,
    operations: service.operations,
    users: users.users,
    contractId: contractIdOf(contracts.requests[0]),
    milestone,
    hasTicket: milestone !== undefined && ticketAt !== undefined && ticketAt >= milestone.createdAt,
    needsControlToken: readControlToken() !== undefined,
  };
}

/** The id that the answer gave. */
function contractIdOf(request: ControlSchema<'LoggedRequest'> | undefined): string | undefined {
  const body = request?.answer?.body as { data?: { id?: unknown } } | undefined;
  return typeof body?.data?.id === 'string' ? body.data.id : undefined;
}
