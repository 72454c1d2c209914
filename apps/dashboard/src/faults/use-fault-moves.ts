import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { answerOf, api } from '../api/control-api.ts';
import { useTenantId } from '../api/use-tenant-state.ts';
import { type Move, useMove } from '../ui/use-move.ts';

type Faults = ControlSchema<'FaultList'>;

/** The actions on faults. Adding and removing leave other faults alone, because another tab may be changing them. */
export interface FaultMoves {
  add: Move<ControlSchema<'NewFault'>, ControlSchema<'Fault'>>;
  /** Removes a fault by its id. */
  remove: Move<string, Faults>;
  /** Removes every fault. */
  clear: Move<void, Faults>;
}

/** Adds and removes faults. */
export function useFaultMoves(onAdded: () => void): FaultMoves {
  const tenant = useTenantId();
  const params = { path: { tenant } };
  return {
    add: useMove((fault) => answerOf(api.POST('/_sandbox/tenants/{tenant}/faults', { params, body: fault })), {
      done: 'The fault is set',
      onDone: onAdded,
    }),
    remove: useMove(
      (faultId) =>
        answerOf(api.DELETE('/_sandbox/tenants/{tenant}/faults/{faultId}', { params: { path: { tenant, faultId } } })),
      { done: 'The fault is removed' },
    ),
    clear: useMove(() => answerOf(api.DELETE('/_sandbox/tenants/{tenant}/faults', { params })), {
      done: 'No fault is set',
    }),
  };
}
