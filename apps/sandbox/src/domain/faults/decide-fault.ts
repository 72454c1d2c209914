import type { Fault } from './fault.ts';

/** What became of the faults, and which one is injected. */
export interface Decision {
  faults: Fault[];
  injected: Fault | undefined;
}

/** What a fault may be injected into. */
export interface FaultTarget {
  /** An operation's id, or `webhook`. */
  target: string;
  /** Of the target `webhook`: which delivery. */
  deliveryId?: string | undefined;
  /** An older delivery is still on its way: to hold this one back would leave the order as it is. Default: false. */
  isBehind?: boolean;
}

/** Decides which fault is injected into a target: the first of the list whose dice say so. Later ones throw none. */
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

/** Tells whether a fault has anything to do with a target: it may be injected, or holds a delivery back. */
export function canInject(fault: Fault, target: string): boolean {
  return fault.target === target && (fault.timesLeft !== 0 || fault.held !== undefined);
}

function wouldKeepOrder({ kind, held }: Fault, { isBehind = false }: FaultTarget): boolean {
  return kind === 'reorder' && held === undefined && isBehind;
}

/** A fault that holds a delivery back lets every other one go out first, and never holds the same one twice. */
function letGo({ held = [], ...fault }: Fault, { deliveryId }: FaultTarget): { fault: Fault; isInjected: boolean } {
  const isHeld = deliveryId !== undefined && held.includes(deliveryId);
  return { fault: isHeld ? fault : { ...fault, held }, isInjected: false };
}

function throwDice(fault: Fault, { deliveryId }: FaultTarget): { fault: Fault; isInjected: boolean } {
  const { probability, seed, throws, timesLeft } = fault;
  // A fault that is always injected needs no dice, and so no write.
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

/** The n-th number of a seed's sequence, from 0 to below 1 (mulberry32: even enough for dice, and for nothing else). */
function randomFraction(seed: number, n: number): number {
  let mixed = (seed + (n + 1) * 0x6d2b79f5) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}
