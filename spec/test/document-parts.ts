import { resolveReference } from '../src/document/resolve-reference.ts';
import { listOperations, type Operation, type Response } from '../src/index.ts';

/** Every operation that the service serves, by its id. */
export function operations(): Record<string, Operation> {
  return Object.fromEntries(listOperations().map(({ id, definition }) => [id, definition]));
}

/** One operation by its id. Throws if there is none. */
export function operation(id: string): Operation {
  const found = operations()[id];
  if (!found) throw new Error(`The document has no operation ${id}.`);
  return found;
}

/** A component or another part of the document, with its references resolved. */
export function part<T>(pointer: string): T {
  return resolveReference(pointer) as T;
}

/** A documented response of an operation. */
export function response(id: string, status: string): Response | undefined {
  const found = operation(id).responses[status];
  return found && '$ref' in found ? part<Response>(found.$ref) : found;
}

/** A copy of the request body that the document gives as an example. */
export function requestExample(id: string, name: string): Record<string, unknown> {
  const mediaType = Object.values(operation(id).requestBody?.content ?? {})[0];
  const example = mediaType?.examples?.[name];
  if (!example) throw new Error(`Operation ${id} has no request example ${name}.`);
  return structuredClone(example.value) as Record<string, unknown>;
}
