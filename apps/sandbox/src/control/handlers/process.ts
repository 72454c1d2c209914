import { type ControlSchema, controlDocument } from '@escrow-kit/sandbox-control';
import { kitMilestoneStates, operations, retryDelaysInSeconds, rules, type ServiceOperation } from '@escrow-kit/spec';
import { statusOf } from '../../domain/milestones/status-of.ts';
import type { ControlHandler } from '../control-call.ts';

export const getHealth: ControlHandler<'getHealth'> = async ({ service }) => {
  await service.db.selectFrom('tenants').select('id').limit(1).execute();
  return { status: 'ok' };
};

export const getControlDocument: ControlHandler<'getControlDocument'> = async () => ({ ...controlDocument });

/** Lists the operations and the rules of the service's document, for readers of the request log. */
export const describeService: ControlHandler<'describeService'> = async () => ({
  operations: operations.map(describeOperation),
  rules: Object.entries(rules).map(([id, { text, basis, source = null, reason = null }]) => ({
    id,
    text,
    basis,
    source,
    reason,
  })),
  milestoneStates: kitMilestoneStates.map((state) => ({ state, constant: statusOf(state) })),
  retryDelaysInSeconds: [...retryDelaysInSeconds],
});

function describeOperation(operation: ServiceOperation): ControlSchema<'ServiceDescription'>['operations'][number] {
  const { id, method, path, host, tokenKinds, mediaType, body, parameters } = operation;
  const examples = Object.entries(body?.examples ?? {}).map(([name, { value }]) => [name, value]);
  const shown = parameters.filter(({ in: place, example }) => place === 'query' && example !== undefined);
  return {
    operationId: id,
    method,
    path,
    host,
    tokenKinds,
    mediaType: mediaType ?? null,
    examples: Object.fromEntries(examples),
    queryExample: Object.fromEntries(shown.map(({ name, example }) => [name, example])),
  };
}
