import { openApiDocument } from './document.ts';

/** What references point into: an OpenAPI document, or any object with the parts that are referred to. */
export type ReferenceTarget = object;

/** What a pointer such as `#/components/schemas/Address` points to. Throws where it points to nothing. */
export function resolveReference(pointer: string, document: ReferenceTarget = openApiDocument): unknown {
  const segments = pointer.replace(/^#\//, '').split('/');
  let node: unknown = document;
  for (const segment of segments) {
    const key = segment.replaceAll('~1', '/').replaceAll('~0', '~');
    node = (node as Record<string, unknown> | undefined)?.[key];
  }
  if (node === undefined) throw new Error(`The document has nothing at ${pointer}.`);
  return node;
}
