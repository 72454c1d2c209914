import { randomInt } from 'node:crypto';
import { createId } from '../create-id.ts';
import { DomainError } from '../refusal.ts';
import { type Fault, type NewFault, webhookTarget } from './fault.ts';

/** Kinds for deliveries only. */
const webhookKinds: readonly Fault['kind'][] = ['duplicate', 'reorder'];

const largestSeed = 2 ** 32;

/**
 * Fills in the defaults of a fault. Throws if it is contradictory. `field` is its place in the request; default: the whole
 * request. `operationIds` are the targets besides deliveries.
 */
export function createFault(
  fault: NewFault,
  { field, operationIds }: { field?: string; operationIds: readonly string[] },
): Fault {
  const problem = targetProblem(fault, operationIds) ?? kindProblem(fault) ?? whenProblem(fault);
  if (problem) {
    const path = field === undefined ? problem.field : `${field}.${problem.field}`;
    throw new DomainError('rule_violation', { field: path, message: problem.message });
  }
  const { target, kind, status, latencyInMs, when, times, probability = 1, seed = randomInt(largestSeed) } = fault;
  return {
    id: createId('fault'),
    target,
    kind,
    ...(status !== undefined && { status }),
    ...(latencyInMs !== undefined && { latencyInMs }),
    when: when ?? (kind === 'truncate' ? 'after' : 'before'),
    ...(times !== undefined && { timesLeft: times }),
    probability,
    seed,
    throws: 0,
  };
}

interface Problem {
  field: keyof NewFault;
  message: string;
}

function targetProblem({ target }: NewFault, operationIds: readonly string[]): Problem | undefined {
  const known = [webhookTarget, ...operationIds];
  if (known.includes(target)) return undefined;
  return { field: 'target', message: `There is no such operation. Use one of ${known.join(', ')}.` };
}

function kindProblem(fault: NewFault): Problem | undefined {
  const { target, kind } = fault;
  if (target !== webhookTarget && webhookKinds.includes(kind)) {
    return { field: 'kind', message: `The kind ${kind} is only for the target ${webhookTarget}.` };
  }
  return (
    ownValueProblem(fault, { owner: 'status', field: 'status' }) ??
    ownValueProblem(fault, { owner: 'latency', field: 'latencyInMs' })
  );
}

/** A value of one kind is required for that kind and not allowed for others. */
function ownValueProblem(
  { kind, ...values }: NewFault,
  { owner, field }: { owner: Fault['kind']; field: 'status' | 'latencyInMs' },
): Problem | undefined {
  if ((kind === owner) === (values[field] !== undefined)) return undefined;
  const message = kind === owner ? `The kind ${kind} needs ${field}.` : `Only the kind ${owner} takes ${field}.`;
  return { field, message };
}

function whenProblem({ target, kind, when }: NewFault): Problem | undefined {
  if (target === webhookTarget && when !== undefined) {
    return { field: 'when', message: `Leave when out for the target ${webhookTarget}.` };
  }
  if (kind !== 'truncate' || when !== 'before') return undefined;
  return { field: 'when', message: 'A truncate needs an answer to cut, so it is always after.' };
}
