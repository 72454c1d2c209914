import {
  type ServiceOperation as DocumentedOperation,
  operations as documented,
  type OperationId,
  type Response,
} from '@escrow-kit/spec';

export type { OperationId };

/** An operation of the document, with what checks and refusals need to know of it. */
export interface ServiceOperation extends DocumentedOperation {
  rules: string[];
  /** The name of the schema of each documented refusal, by status. */
  refusalSchemas: Record<string, string>;
  /** The operation to call instead of this deprecated one. */
  replacedBy: OperationId | undefined;
}

/** Every operation that the document describes. */
export const operations: readonly ServiceOperation[] = documented.map((operation) => ({
  ...operation,
  rules: operation.definition['x-rules'],
  refusalSchemas: Object.fromEntries(
    Object.entries(operation.responses).map(([status, response]) => [status, schemaName(response)]),
  ),
  replacedBy: operation.definition['x-replaced-by'] as OperationId | undefined,
}));

function schemaName({ content }: Response): string {
  return (content?.['application/json']?.schema.$ref ?? '').replace('#/components/schemas/', '');
}
