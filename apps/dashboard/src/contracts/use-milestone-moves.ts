import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { controlOf } from '../api/control.ts';
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
  return {
    accept: useMove((phoneNumber) => controlOf(tenant).accept(milestoneId, phoneNumber), {
      done: 'Invitation accepted',
    }),
    pay: useMove((buyerPhone) => controlOf(tenant).pay(milestoneId, buyerPhone), { done: 'Paid: the money is held' }),
    release: useMove(() => controlOf(tenant).release(milestoneId), {
      done: 'Released: the money goes to the parties',
    }),
    complete: useMove(() => controlOf(tenant).complete(milestoneId), { done: 'Completed: everybody is paid out' }),
  };
}
