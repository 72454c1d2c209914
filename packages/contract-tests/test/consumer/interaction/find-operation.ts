import type { OperationId } from '@escrow-kit/client';
import { type Method, type Operation, openApiDocument, type Response } from '@escrow-kit/spec';

/** An operation with what the document says of it around. */
export interface FoundOperation {
  method: Uppercase<Method>;
  path: string;
  /** Of the body; undefined where there is none. */
  mediaType: string | undefined;
  operation: Operation;
}

const methods = ['get', 'put', 'post', 'delete', 'patch'] as const;

/** Every operation of the document by its id. */
export const operations: ReadonlyMap<OperationId, FoundOperation> = new Map(
  Object.entries(openApiDocument.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const [mediaType] = Object.keys(operation.requestBody?.content ?? {});
      const found = { method: method.toUpperCase() as Uppercase<Method>, path, mediaType, operation };
      return [[operation.operationId as OperationId, found] as const];
    }),
  ),
);

/** An operation of the document. */
export function findOperation(id: OperationId): FoundOperation {
  const found = operations.get(id);
  if (!found) throw new Error(`${id} is no operation of the document.`);
  return found;
}

/** A documented answer, of this status or of its class. Throws where the document has neither. */
function findResponse({ operationId, responses }: Operation, status: number): Response {
  const response = responses[status] ?? responses[`${Math.floor(status / 100)}XX`];
  if (!response) throw new Error(`The document has no ${status} of ${operationId}.`);
  if (!('$ref' in response)) return response;
  return openApiDocument.components.responses[response.$ref.split('/').at(-1) ?? ''] as Response;
}

/** Whether the service shows this very status, rather than the document assuming one of its class. */
export const isStatusShown = (operation: Operation, status: number): boolean =>
  !/status/i.test(findResponse(operation, status)['x-not-shown'] ?? '');
