import { exampleBodyOf, exampleTokens, fillPath, operations, type ServiceOperation } from '@escrow-kit/spec';
import { createRequestValidator } from '@escrow-kit/spec/validate';
import { matchPath } from './match-path.ts';
import type { PrismRequest } from './send-to-prism.ts';

/** An operation with the checks of its requests. */
export interface MockedOperation extends ServiceOperation {
  /** A request that the document accepts. */
  example: PrismRequest;
  validate: ReturnType<typeof createRequestValidator>;
}

/** Prepares every operation of the document. */
export function prepareOperations(): MockedOperation[] {
  return operations.map((operation) => ({
    ...operation,
    example: createExampleRequest(operation),
    validate: createRequestValidator(operation.id),
  }));
}

/** Builds a valid request to an operation from the examples of the document. */
function createExampleRequest(operation: ServiceOperation): PrismRequest {
  const [tokenKind] = operation.tokenKinds;
  return {
    method: operation.method,
    path: examplePath(operation),
    headers: {
      ...(tokenKind !== undefined && { authorization: `Bearer ${exampleTokens[tokenKind]}` }),
      ...(operation.mediaType !== undefined && { 'content-type': operation.mediaType }),
    },
    body: exampleBody(operation),
  };
}

function examplePath({ path, parameters }: ServiceOperation): string {
  const filled = fillPath(path, Object.fromEntries(parameters.map(({ name, example }) => [name, example])));
  const query = new URLSearchParams();
  for (const { in: place, name, example } of parameters) {
    if (place === 'query') query.set(name, String(example));
  }
  return query.size === 0 ? filled : `${filled}?${query}`;
}

function exampleBody(operation: ServiceOperation): string {
  if (!operation.body) return '';
  const value = exampleBodyOf(operation);
  const isForm = operation.mediaType === 'application/x-www-form-urlencoded';
  return isForm ? String(new URLSearchParams(value as Record<string, string>)) : JSON.stringify(value);
}

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
