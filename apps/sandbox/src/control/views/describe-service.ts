import { rules } from '@escrow-kit/spec';
import { operations } from '../../document/operations.ts';
import type { components } from '../../generated/control.ts';

/** What the service's document says, for a person who reads the request log. */
export type ServiceDescription = components['schemas']['ServiceDescription'];

/** Lists the operations and the rules of the service's document. */
export function describeService(): ServiceDescription {
  return {
    operations: operations.map(({ id, method, path, host, tokenKinds, mediaType, examples, queryExample }) => ({
      operationId: id,
      method,
      path,
      host,
      tokenKinds,
      mediaType: mediaType ?? null,
      examples,
      queryExample,
    })),
    rules: Object.entries(rules).map(([id, { text, basis, source = null, reason = null }]) => ({
      id,
      text,
      basis,
      source,
      reason,
    })),
  };
}
