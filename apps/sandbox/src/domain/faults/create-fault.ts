import { randomInt } from 'node:crypto';
import { createId } from '../create-id.ts';
import { DomainError } from '../refusal.ts';
import { type Fault, type NewFault, webhookTarget } from './fault.ts';

/** Kinds that only a delivery can have. */
const webhookKinds: readonly Fault['kind'][] = ['duplicate', 'reorder'];

const largestSeed = 2 ** 32;

/**
 * Completes a fault with its defaults. Refuses one that makes no sense; `field` names it in the refusal, `operationIds` are
 * the targets beside deliveries.
 */
export function createFault(
  fault: NewFault,
  { field, operationIds }: { field: string; operationIds: readonly string[] },
): Fault {
  const problem = targetProblem(fault, operationIds) ?? kindProblem(fault) ?? whenProblem(fault);
  if (problem) {
    throw new DomainError('rule_violation', { field: `${field}.${problem.field}`, message: problem.message });
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
  return { field: 'target', message: `There is no such operation. Take one of ${known.join(', ')}.` };
}

function kindProblem({ target, kind, status, latencyInMs }: NewFault): Problem | undefined {
  if (target !== webhookTarget && webhookKinds.includes(kind)) {
    return { field: 'kind', message: `A ${kind} is for the target ${webhookTarget} alone.` };
  }
  return (
    ownValueProblem({ kind, owner: 'status', field: 'status', value: status }) ??
    ownValueProblem({ kind, owner: 'latency', field: 'latencyInMs', value: latencyInMs })
  );
}

/** A value that belongs to one kind is needed there and nowhere else. */
function ownValueProblem({
  kind,
  owner,
  field,
  value,
}: {
  kind: Fault['kind'];
  owner: Fault['kind'];
  field: 'status' | 'latencyInMs';
  value: number | undefined;
}): Problem | undefined {
  if ((kind === owner) === (value !== undefined)) return undefined;
  const message = kind === owner ? `The kind ${kind} needs ${field}.` : `Only the kind ${owner} takes ${field}.`;
  return { field, message };
}

function whenProblem({ target, kind, when }: NewFault): Problem | undefined {
  if (target === webhookTarget && when !== undefined) {
    return { field: 'when', message: `Leave when out for the target ${webhookTarget}.` };
  }
  if (kind !== 'truncate' || when !== 'before') return undefined;
  return { field: 'when', message: 'A truncate needs an answer to cut, so that it is always after.' };
}
