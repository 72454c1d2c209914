import { operations, type ServiceOperation } from '@escrow-kit/spec';
import { createRequestValidator } from '@escrow-kit/spec/validate';
import { createExampleRequest } from './example-request.ts';
import type { PrismRequest } from './send-to-prism.ts';

/** An operation with the checks of its requests. */
export interface MockedOperation extends ServiceOperation {
  /** A request that the document accepts. */
  example: PrismRequest;
  validate: ReturnType<typeof createRequestValidator>;
}

/** Prepares every operation of the document. */
export function prepareOperations(): MockedOperation[] {
  return operations.map((operation) => ({
    ...operation,
    example: createExampleRequest(operation),
    validate: createRequestValidator(operation.id),
  }));
}
