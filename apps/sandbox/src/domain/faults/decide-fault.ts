import type { Fault } from './fault.ts';

/** The faults after a decision, and the one that is injected. */
export interface Decision {
  faults: Fault[];
  injected: Fault | undefined;
}

/** The call or the delivery into which a fault may be injected. */
export interface FaultTarget {
  /** An operation's id, or `webhook`. */
  target: string;
  /** For the target `webhook`: which delivery. */
  deliveryId?: string | undefined;
  /** Whether an older delivery is still on its way; then holding this one back would not change the order. Default: false. */
  isBehind?: boolean;
}

/** Decides which fault is injected into a target: the first one of the target that is not used up. */
export function decideFault(faults: readonly Fault[], target: FaultTarget): Decision {
  const decision: Decision = { faults: [], injected: undefined };
  for (const fault of faults) {
    if (decision.injected || !canInject(fault, target.target) || wouldKeepOrder(fault, target)) {
      decision.faults.push(fault);
      continue;
    }
    const { fault: next, isInjected } = fault.held ? letGo(fault, target) : inject(fault, target);
    decision.faults.push(next);
    if (isInjected) decision.injected = next;
  }
  return decision;
}

/** Whether a fault may be injected into a target, or holds back one of its deliveries. */
export function canInject(fault: Fault, target: string): boolean {
  return fault.target === target && (fault.timesLeft !== 0 || fault.held !== undefined);
}

function wouldKeepOrder({ kind, held }: Fault, { isBehind = false }: FaultTarget): boolean {
  return kind === 'reorder' && held === undefined && isBehind;
}

/** A fault that holds back one delivery lets every other one pass, and never holds back the same one twice. */
function letGo({ held = [], ...fault }: Fault, { deliveryId }: FaultTarget): { fault: Fault; isInjected: boolean } {
  const isHeld = deliveryId !== undefined && held.includes(deliveryId);
  return { fault: isHeld ? fault : { ...fault, held }, isInjected: false };
}

function inject(fault: Fault, { deliveryId }: FaultTarget): { fault: Fault; isInjected: boolean } {
  const { timesLeft } = fault;
  const next: Fault = {
    ...fault,
    ...(timesLeft !== undefined && { timesLeft: timesLeft - 1 }),
    ...(fault.kind === 'reorder' && deliveryId !== undefined && { held: [deliveryId] }),
  };
  return { fault: next, isInjected: true };
}
