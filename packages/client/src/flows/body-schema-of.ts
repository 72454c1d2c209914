import { operationTable } from '../generated/operations.ts';
import type { OperationId } from '../operation-types.ts';
import type { ValueSchema } from '../rules/value-schema.ts';

/** The schema of an operation's body, which the document shows. */
export const bodySchemaOf = (operationId: OperationId): ValueSchema & { properties: Record<string, ValueSchema> } =>
  operationTable[operationId].request?.['body'] as never;
