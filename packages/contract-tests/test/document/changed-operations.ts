import { listOperations, listWebhookRequests, type OpenApiDocument } from '@escrow-kit/spec';

/** The ids of the operations and webhooks that differ between two documents. */
export function findChangedOperations(before: OpenApiDocument, after: OpenApiDocument): Set<string> {
  const [old, changed] = [definitionsOf(before), definitionsOf(after)];
  return new Set([...old.keys(), ...changed.keys()].filter((id) => old.get(id) !== changed.get(id)));
}

/** Everything a document says about each operation, by id: path, method and components included. */
function definitionsOf(document: OpenApiDocument): Map<string, string> {
  const operations = [...listOperations(document), ...listWebhookRequests(document)];
  return new Map(
    operations.map(({ id, path, method, parameters, definition }) => [
      id,
      JSON.stringify({ path, method, parameters, definition }, (_, value) => resolve(document, value)),
    ]),
  );
}

function resolve({ components }: OpenApiDocument, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('$ref' in value)) return value;
  const [, , kind = '', name = ''] = String(value.$ref).split('/');
  return (components as unknown as Record<string, Record<string, unknown>>)[kind]?.[name];
}
