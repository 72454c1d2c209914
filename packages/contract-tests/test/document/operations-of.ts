import type { OpenApiDocument, Operation } from '@escrow-kit/spec';

/** The operations of a document by their ids. */
export function operationsOf({ paths }: OpenApiDocument): Map<string, Operation> {
  const operations = Object.values(paths).flatMap(({ get, put, post, patch, delete: remove }) =>
    [get, put, post, patch, remove].flatMap((operation) => (operation ? [operation] : [])),
  );
  return new Map(operations.map((operation) => [operation.operationId, operation]));
}
