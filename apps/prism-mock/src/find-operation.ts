import { matchPath } from './match-path.ts';
import type { MockedOperation } from './mocked-operation.ts';

/**
 * Finds the operation of a request; undefined if there is none. It reads paths as Prism does, because Prism answers the
 * request: a path without parameters wins, and a parameter may be empty.
 */
export function findOperation(
  operations: MockedOperation[],
  { method, path }: { method: string; path: string },
): MockedOperation | undefined {
  const found = operations.filter((operation) => operation.method === method && matchPath(operation.path, path));
  return found.find((operation) => !operation.path.includes('{')) ?? found[0];
}
