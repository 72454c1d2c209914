import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { answerOf, api } from '../api/control-api.ts';
import { useTenantId } from '../api/use-tenant-state.ts';
import { type Move, useMove } from '../ui/use-move.ts';

/** The actions on a milestone. */
export interface MilestoneMoves {
  /** Accepts for one party, by its phone number; undefined for all. */
  accept: Move<string | undefined, ControlSchema<'Milestone'>>;
  /** Pays as a buyer, by the phone number; undefined for the first one. Confirms a pending bank transfer. */
  pay: Move<string | undefined, ControlSchema<'Milestone'>>;
  release: Move<void, ControlSchema<'Milestone'>>;
  complete: Move<void, ControlSchema<'Milestone'>>;
}

/** Acts for the parties of a contract and for the operator. */
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
