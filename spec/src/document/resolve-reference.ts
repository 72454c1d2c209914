import { openApiDocument } from './document.ts';

/** An OpenAPI document, or any object with the parts that references point to. */
export type ReferenceTarget = object;

/** Returns what a pointer such as `#/components/schemas/Address` points to. Throws if it points to nothing. */
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
