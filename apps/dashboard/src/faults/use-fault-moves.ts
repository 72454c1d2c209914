import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { controlOf } from '../api/control.ts';
import { useTenantId } from '../api/use-tenant-state.ts';
import { type Move, useMove } from '../ui/use-move.ts';

/** The actions on faults. Adding and removing leave other faults alone, because another tab may be changing them. */
export interface FaultMoves {
  add: Move<ControlSchema<'NewFault'>, ControlSchema<'Fault'>>;
  /** Removes a fault by its id. */
  remove: Move<string, void>;
  /** Removes every fault. */
  clear: Move<void, void>;
}

/** Adds and removes faults. */
export function useFaultMoves(onAdded: () => void): FaultMoves {
  const tenant = useTenantId();
  return {
    add: useMove((fault) => controlOf(tenant).addFault(fault), { done: 'The fault is set', onDone: onAdded }),
    remove: useMove((faultId) => controlOf(tenant).removeFault(faultId), { done: 'The fault is removed' }),
    clear: useMove(() => controlOf(tenant).clearFaults(), { done: 'No fault is set' }),
  };
}
