import { findOperation, methodsOf } from '@escrow-kit/spec';
import { operations, type ServiceOperation } from '../document/operations.ts';

/** The operation that a request means, with the values of the placeholders in its path. */
export interface Route {
  operation: ServiceOperation;
  path: Record<string, string>;
}

const operationsById = new Map(operations.map((operation) => [operation.id, operation]));

/** Finds the operation of a request; the methods that its path takes, where it takes another one; else undefined. */
export function findRoute(method: string, pathname: string): Route | { allowedMethods: string[] } | undefined {
  const found = findOperation(method, pathname);
  const operation = found && operationsById.get(found.operation.id);
  if (operation) return { operation, path: found.path };
  const allowedMethods = methodsOf(pathname);
  return allowedMethods.length > 0 ? { allowedMethods } : undefined;
}
