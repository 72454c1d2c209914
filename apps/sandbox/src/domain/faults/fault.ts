import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { createId } from '../create-id.ts';
import { DomainError } from '../refusal.ts';

/** A failure made on purpose, for one operation or for webhook deliveries. */
export type Fault = ControlSchema<'Fault'>;

/** A fault to create. Default: until it is removed. */
export type NewFault = ControlSchema<'NewFault'>;

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
  const { target, kind, status, latencyInMs, when = 'before', times } = fault;
  return {
    id: createId('fault'),
    target,
    kind,
    ...(status !== undefined && { status }),
    ...(latencyInMs !== undefined && { latencyInMs }),
    when,
    ...(times !== undefined && { timesLeft: times }),
  };
}

/** Everything that may be wrong, in order: whether it is, its field, and what to do. */
function problemsOf(
  { target, kind, status, latencyInMs, when }: NewFault,
  operationIds: readonly string[],
): [isWrong: boolean, field: keyof NewFault, message: string][] {
  const known = [webhookTarget, ...operationIds];
  const isOfDelivery = target === webhookTarget;
  return [
    [!known.includes(target), 'target', `There is no such operation. Use one of ${known.join(', ')}.`],
    [!isOfDelivery && webhookKinds.includes(kind), 'kind', `The kind ${kind} is only for the target ${webhookTarget}.`],
    [kind === 'status' && status === undefined, 'status', 'The kind status needs status.'],
    [kind !== 'status' && status !== undefined, 'status', 'Only the kind status takes status.'],
    [kind === 'latency' && latencyInMs === undefined, 'latencyInMs', 'The kind latency needs latencyInMs.'],
    [kind !== 'latency' && latencyInMs !== undefined, 'latencyInMs', 'Only the kind latency takes latencyInMs.'],
    [isOfDelivery && when !== undefined, 'when', `Leave when out for the target ${webhookTarget}.`],
  ];
}
