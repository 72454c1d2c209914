import { followPointer } from './json-pointer.ts';
import { openApiDocument } from './open-api-document.ts';

/** An OpenAPI document, or any object with the parts that references point to. */
export type ReferenceTarget = object;

/** Returns what a pointer such as `#/components/schemas/Address` points to. Throws if it points to nothing. */
export function resolveReference(pointer: string, document: ReferenceTarget = openApiDocument): unknown {
  const node = followPointer(pointer, document);
  if (node === undefined) throw new Error(`The document has nothing at ${pointer}.`);
  return node;
}
