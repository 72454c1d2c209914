import { listOperations, type OpenApiDocument, type Operation } from '@escrow-kit/spec';

/** The operations of a document by their ids, as it has them. */
export function operationsOf(document: OpenApiDocument): Map<string, Operation> {
  return new Map(listOperations(document).map(({ id, definition }) => [id, definition]));
}
