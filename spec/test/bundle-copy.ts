import { resolveReference } from '../src/document/resolve-reference.ts';
import { listOperations, type OpenApiDocument, type Operation, openApiDocument, type Response } from '../src/index.ts';

/** A copy of the document with one deliberate change. */
export function changed(change: (document: OpenApiDocument) => void): OpenApiDocument {
  const copy = structuredClone(openApiDocument);
  change(copy);
  return copy;
}

/** Every operation that the service serves, by its id. */
export function operations(document: OpenApiDocument = openApiDocument): Record<string, Operation> {
  return Object.fromEntries(listOperations(document).map(({ id, definition }) => [id, definition]));
}

/** One operation by its id. Throws if the document has none. */
export function operation(id: string, document: OpenApiDocument = openApiDocument): Operation {
  const found = operations(document)[id];
  if (!found) throw new Error(`The document has no operation ${id}.`);
  return found;
}

/** A component or another part of the document, with its references resolved. */
export function part<T>(pointer: string, document: OpenApiDocument = openApiDocument): T {
  return resolveReference(pointer, document) as T;
}

/** A documented response of an operation. */
export function response(
  id: string,
  status: string,
  document: OpenApiDocument = openApiDocument,
): Response | undefined {
  const found = operation(id, document).responses[status];
  if (!found) return undefined;
  return '$ref' in found ? part<Response>(found.$ref, document) : found;
}

/** A copy of the request body that the document gives as an example. */
export function requestExample(id: string, name: string): Record<string, unknown> {
  const mediaType = Object.values(operation(id).requestBody?.content ?? {})[0];
  const example = mediaType?.examples?.[name];
  if (!example) throw new Error(`Operation ${id} has no request example ${name}.`);
  return structuredClone(example.value) as Record<string, unknown>;
}
