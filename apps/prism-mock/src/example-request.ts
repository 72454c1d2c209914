import { exampleBodyOf, exampleTokens, fillPath, type ServiceOperation } from '@escrow-kit/spec';
import type { PrismRequest } from './send-to-prism.ts';

/** Builds a valid request to an operation from the examples of the document. */
export function createExampleRequest(operation: ServiceOperation): PrismRequest {
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
