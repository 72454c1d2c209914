import { resolveReference } from '../src/document/load.ts';
import { getOperation } from '../src/index.ts';

/** A component or another part of the document, with its references resolved. */
export function part<T>(pointer: string): T {
  return resolveReference(pointer) as T;
}

/** A copy of the request body that the document gives as an example. */
export function requestExample(id: string, name: string): Record<string, unknown> {
  const example = getOperation(id).body?.examples?.[name];
  if (!example) throw new Error(`Operation ${id} has no request example ${name}.`);
  return structuredClone(example.value) as Record<string, unknown>;
}
