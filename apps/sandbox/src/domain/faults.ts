import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { Store } from '../store/store.ts';
import { createId } from './create-id.ts';
import { DomainError } from './refusal.ts';

/** A failure made on purpose, for one operation or for webhook deliveries. */
export type Fault = ControlSchema<'Fault'>;

/** A fault to create. Default: until it is removed. */
type NewFault = ControlSchema<'NewFault'>;

/** The target of delivery faults. Every other target is an operation's id. */
export const webhookTarget = 'webhook';

/** Kinds for deliveries only. */
const webhookKinds: readonly Fault['kind'][] = ['duplicate', 'reorder'];

/**
 * Fills in the defaults of a fault. Throws if it is contradictory. `field` is its place in the request; default: the whole
 * request. `operationIds` are the targets besides deliveries.
 */
export function createFault(
  fault: NewFault,
  { field, operationIds }: { field?: string; operationIds: readonly string[] },
): Fault {
  const problem = problemsOf(fault, operationIds).find(([isWrong]) => isWrong);
  if (problem) {
    const [, own, message] = problem;
    throw new DomainError('rule_violation', { field: field === undefined ? own : `${field}.${own}`, message });
  }
  const { times, when = 'before', ...given } = fault;
  return { id: createId('fault'), ...given, when, ...(times !== undefined && { timesLeft: times }) };
}

/** Everything that may be wrong, in order: whether it is, its field, and what to do. */
function problemsOf(
  { target, kind, status, latencyInMs, when }: NewFault,
  operationIds: readonly string[],
): [isWrong: boolean, field: keyof NewFault, message: string][] {
  const known = [webhookTarget, ...operationIds];
  const isOfDelivery = target === webhookTarget;
  return [
    [!known.includes(target), 'target', `This operation does not exist. Use one of ${known.join(', ')}.`],
    [!isOfDelivery && webhookKinds.includes(kind), 'kind', `The kind ${kind} is only for the target ${webhookTarget}.`],
    [kind === 'status' && status === undefined, 'status', 'The kind status needs status.'],
    [kind !== 'status' && status !== undefined, 'status', 'Only the kind status can have status.'],
    [kind === 'latency' && latencyInMs === undefined, 'latencyInMs', 'The kind latency needs latencyInMs.'],
    [kind !== 'latency' && latencyInMs !== undefined, 'latencyInMs', 'Only the kind latency can have latencyInMs.'],
    [isOfDelivery && when !== undefined, 'when', `Leave out when for the target ${webhookTarget}.`],
  ];
}

/** The call or the delivery into which a fault may be injected. */
interface FaultTarget {
  /** An operation's id, or `webhook`. */
  target: string;
  /** For the target `webhook`: which delivery. */
  deliveryId?: string | undefined;
}

/** Whether a fault may be injected into a target, or holds back one of its deliveries. */
export function canInject(fault: Fault, target: string): boolean {
  return fault.target === target && (fault.timesLeft !== 0 || fault.held !== undefined);
}

/**
 * Decides which fault is injected into a target: the first one of the target that is not used up. A fault that holds back one delivery
 * lets every other one pass, and never holds back the same one twice.
 */
function decideFault(
  faults: readonly Fault[],
  { target, deliveryId }: FaultTarget,
): { faults: Fault[]; injected: Fault | undefined } {
  const next: Fault[] = [];
  let injected: Fault | undefined;
  for (const fault of faults) {
    const { held, ...others } = fault;
    if (injected || !canInject(fault, target)) {
      next.push(fault);
    } else if (held) {
      const isHeld = deliveryId !== undefined && held.includes(deliveryId);
      next.push(isHeld ? others : fault);
    } else {
      injected = countInjection(fault, deliveryId);
      next.push(injected);
    }
  }
  return { faults: next, injected };
}

function countInjection(fault: Fault, deliveryId: string | undefined): Fault {
  const { kind, timesLeft } = fault;
  return {
    ...fault,
    ...(timesLeft !== undefined && { timesLeft: timesLeft - 1 }),
    ...(kind === 'reorder' && deliveryId !== undefined && { held: [deliveryId] }),
  };
}

/**
 * Decides which fault to inject into an operation or, for the target `webhook`, into a delivery, and counts it, in no transaction that
 * the fault breaks. Costs nothing if the tenant, as it was read, has no fault for the target.
 */
export function injectFault(
  store: Store,
  tenant: { id: string; faults: Fault[] },
  target: FaultTarget,
): Fault | undefined {
  if (!tenant.faults.some((fault) => canInject(fault, target.target))) return undefined;
  const { faults, injected } = decideFault(readFaults(store, tenant.id), target);
  setFaults(store, { tenantId: tenant.id, faults });
  return injected;
}

/** The present faults of a tenant. */
export function readFaults(store: Store, tenantId: string): Fault[] {
  const tenant = store.find('tenants', { id: tenantId });
  return tenant ? JSON.parse(tenant.faultsJson) : [];
}

/** Replaces a tenant's faults. */
export function setFaults(
  store: Store,
  { tenantId, faults }: { tenantId: string; faults: Fault[] },
): { faults: Fault[] } {
  store.update('tenants', { id: tenantId }, { faultsJson: JSON.stringify(faults) });
  return { faults };
}
