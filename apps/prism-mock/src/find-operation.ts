import type { DocumentedOperation } from './documented-operation.ts';
import { matchPath } from './match-path.ts';

/** Finds the operation of a request; undefined where there is none. A path without parameters wins, as in Prism. */
export function findOperation(
  operations: DocumentedOperation[],
  { method, path }: { method: string; path: string },
): DocumentedOperation | undefined {
  const found = operations.filter((operation) => operation.method === method && matchPath(operation.path, path));
  return found.find((operation) => !operation.path.includes('{')) ?? found[0];
}
