import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { answerOf, api } from '../api/control-api.ts';
import { useTenantId } from '../api/use-tenant-state.ts';
import { type Move, useMove } from '../ui/use-move.ts';

type Faults = ControlSchema<'FaultList'>;

/** What can be done with the faults. */
export interface FaultMoves {
  /** Replaces the list. */
  set: Move<ControlSchema<'NewFault'>[], Faults>;
  clear: Move<void, Faults>;
}

/** Sets and removes faults. */
export function useFaultMoves(onSet: () => void): FaultMoves {
  const tenant = useTenantId();
  const params = { path: { tenant } };
  return {
    set: useMove((faults) => answerOf(api.PUT('/_sandbox/tenants/{tenant}/faults', { params, body: { faults } })), {
      done: ({ faults }) => (faults.length === 0 ? 'No fault is set' : `Faults set: ${faults.length}`),
      onDone: onSet,
    }),
    clear: useMove(() => answerOf(api.DELETE('/_sandbox/tenants/{tenant}/faults', { params })), {
      done: 'No fault is set',
    }),
  };
}

/** A fault as it was added, to send the list again; undefined for one that is used up. */
export function asNewFault({
  id: _,
  held: __,
  throws: ___,
  timesLeft,
  ...fault
}: ControlSchema<'Fault'>): ControlSchema<'NewFault'>[] {
  if (timesLeft === 0) return [];
  const { when, ...others } = fault;
  return [
    { ...others, ...(fault.target !== 'webhook' && { when }), ...(timesLeft !== undefined && { times: timesLeft }) },
  ];
}
