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

/** Decides which fault is injected into a target: the first one that chance selects. Later ones stay undecided. */
export function decideFault(faults: readonly Fault[], target: FaultTarget): Decision {
  const decision: Decision = { faults: [], injected: undefined };
  for (const fault of faults) {
    if (decision.injected || !canInject(fault, target.target) || wouldKeepOrder(fault, target)) {
      decision.faults.push(fault);
      continue;
    }
    const { fault: next, isInjected } = fault.held ? letGo(fault, target) : throwDice(fault, target);
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

function throwDice(fault: Fault, { deliveryId }: FaultTarget): { fault: Fault; isInjected: boolean } {
  const { probability, seed, throws, timesLeft } = fault;
  // A fault that is always injected needs no random number, and so no write.
  const isCertain = probability === 1;
  if (!isCertain && randomFraction(seed, throws) >= probability) {
    return { fault: { ...fault, throws: throws + 1 }, isInjected: false };
  }
  const next: Fault = {
    ...fault,
    throws: isCertain ? throws : throws + 1,
    ...(timesLeft !== undefined && { timesLeft: timesLeft - 1 }),
    ...(fault.kind === 'reorder' && deliveryId !== undefined && { held: [deliveryId] }),
  };
  return { fault: next, isInjected: true };
}

/** The n-th number of a seed's sequence, at least 0 and below 1 (mulberry32, which is good enough for this only). */
function randomFraction(seed: number, n: number): number {
  let mixed = (seed + (n + 1) * 0x6d2b79f5) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}
