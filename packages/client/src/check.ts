import type { OperationId, OperationInput } from './operation-types.ts';
import { completeInput } from './rules/complete-input.ts';
import type { Violation } from './rules/violation.ts';

/**
 * What an input breaks of the document, before it is sent; what a call with it would be refused for. Parts that are left
 * out are not checked, so that a body can be checked before the ids of its path are known.
 * @throws EscrowError `configuration` where the document has no such operation.
 * @example escrow.check('registerCustomer', { body: { phoneNumber: '0500000001' } }) // [{ path: 'body.phoneNumber', ... }]
 */
export type Check = <Id extends OperationId>(operationId: Id, input: Partial<OperationInput<Id>>) => Violation[];

export const check: Check = (operationId, input) => {
  const violations: Violation[] = [];
  completeInput(operationId, input, violations);
  return violations.filter(({ path }) => (path.split('.')[0] as string) in input);
};
