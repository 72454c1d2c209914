import { EscrowError } from '../errors/escrow-error.ts';
import type { OperationId } from '../operation-types.ts';

/**
 * The `data` of an answer, or the answer where the service does not wrap it, after making sure that it holds what is
 * read of it: the call was carried out, so an id that is missing must not go on as `undefined`.
 */
export function unwrap<Value>(operationId: OperationId, value: Value | undefined, ...needed: (keyof Value)[]): Value {
  const missing = needed.filter((name) => value?.[name] === undefined);
  if (value === undefined || value === null || missing.length > 0) {
    const message = `${operationId} was carried out, but its answer lacks ${missing.join(', ') || 'data'}.`;
    throw new EscrowError('decode', message, { operationId, attempts: 1, outcome: 'unknown' });
  }
  return value;
}
