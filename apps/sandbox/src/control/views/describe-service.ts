import { operations, rules, type ServiceOperation } from '@escrow-kit/spec';
import type { components } from '../../generated/control.ts';

/** What the service's document says, for a person who reads the request log. */
export type ServiceDescription = components['schemas']['ServiceDescription'];

/** Lists the operations and the rules of the service's document. */
export function describeService(): ServiceDescription {
  return {
    operations: operations.map(describeOperation),
    rules: Object.entries(rules).map(([id, { text, basis, source = null, reason = null }]) => ({
      id,
      text,
      basis,
      source,
      reason,
    })),
  };
}

function describeOperation(operation: ServiceOperation): ServiceDescription['operations'][number] {
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
