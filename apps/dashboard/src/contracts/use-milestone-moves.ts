import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { answerOf, api } from '../api/control-api.ts';
import { useTenantId } from '../api/use-tenant-state.ts';
import { type Move, useMove } from '../ui/use-move.ts';

/** What can be done with a milestone. */
export interface MilestoneMoves {
  /** Of one party by its phone number; undefined for all. */
  accept: Move<string | undefined, ControlSchema<'Milestone'>>;
  /** As a buyer by the phone number; undefined for the first one. Confirms a bank transfer that is waited for. */
  pay: Move<string | undefined, ControlSchema<'Milestone'>>;
  release: Move<void, ControlSchema<'Milestone'>>;
  complete: Move<void, ControlSchema<'Milestone'>>;
}

/** Stands in for the people of a contract and for the operator. */
export function useMilestoneMoves(milestoneId: string): MilestoneMoves {
  const tenant = useTenantId();
  const params = { path: { tenant, milestoneId } };
  return {
    accept: useMove(
      (phoneNumber) =>
        answerOf(
          api.POST('/_sandbox/tenants/{tenant}/milestones/{milestoneId}/accept', {
            params,
            body: phoneNumber === undefined ? {} : { phoneNumber },
          }),
        ),
      { done: 'Invitation accepted' },
    ),
    pay: useMove(
      (buyerPhone) =>
        answerOf(
          api.POST('/_sandbox/tenants/{tenant}/milestones/{milestoneId}/pay', {
            params,
            body: buyerPhone === undefined ? {} : { buyerPhone },
          }),
        ),
      { done: 'Paid: the money is held' },
    ),
    release: useMove(
      () => answerOf(api.POST('/_sandbox/tenants/{tenant}/milestones/{milestoneId}/release', { params })),
      { done: 'Released: the money goes to the parties' },
    ),
    complete: useMove(
      () => answerOf(api.POST('/_sandbox/tenants/{tenant}/milestones/{milestoneId}/complete', { params })),
      { done: 'Completed: everybody is paid out' },
    ),
  };
}
