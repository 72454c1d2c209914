import { fail } from '../errors/escrow-error.ts';
import { operationTable } from '../generated/operations.ts';
import type { OperationId } from '../operation-types.ts';
import type { Operation } from './operation.ts';

/** The operation with an id that the caller gave. */
export const operationOf = (operationId: OperationId): Operation =>
  Object.hasOwn(operationTable, operationId)
    ? operationTable[operationId]
    : fail('configuration', `"${operationId}" is no operation of the document.`);
