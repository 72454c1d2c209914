import { fail } from '../errors/escrow-error.ts';
import { operationTable } from '../generated/operations.ts';
import type { OperationId } from '../operation-types.ts';
import type { ValueSchema } from '../rules/value-schema.ts';
import type { Operation } from './operation.ts';

/** The operation with an id that the caller gave. */
export const operationOf = (operationId: OperationId): Operation =>
  Object.hasOwn(operationTable, operationId)
    ? operationTable[operationId]
    : fail('configuration', `"${operationId}" is no operation.`);

/** The schema of an operation's body. */
export const bodySchemaOf = (operationId: OperationId): ValueSchema =>
  operationTable[operationId].request?.['body'] as ValueSchema;
