import type { OpenApiDocument } from '@escrow-kit/spec';

/** The ids of the operations and webhooks of which a document says something else than another. */
export function findChangedOperations(before: OpenApiDocument, after: OpenApiDocument): Set<string> {
  const [old, changed] = [definitionsOf(before), definitionsOf(after)];
  return new Set([...old.keys(), ...changed.keys()].filter((id) => old.get(id) !== changed.get(id)));
}

/** All that a document says of each operation, by its id: with the path, the method and every component. */
function definitionsOf(document: OpenApiDocument): Map<string, string> {
  const items = Object.entries({ ...document.paths, ...document['x-webhooks'] });
  return new Map(
    items.flatMap(([path, { parameters, get, put, post, patch, delete: remove }]) =>
      Object.entries({ get, put, post, patch, remove }).flatMap(([method, operation]) => {
        if (!operation) return [];
        const text = JSON.stringify({ path, method, parameters, operation }, (_, value) => resolve(document, value));
        return [[operation.operationId, text] as const];
      }),
    ),
  );
}

function resolve({ components }: OpenApiDocument, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('$ref' in value)) return value;
  const [, , kind = '', name = ''] = String(value.$ref).split('/');
  return (components as unknown as Record<string, Record<string, unknown>>)[kind]?.[name];
}
