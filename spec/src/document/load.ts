import { baseDocument, processDocument } from './base-document.ts';
import type { OpenApiDocument } from './document.ts';
import { followPointer } from './parts.ts';

const held = processDocument();
held.isRead = true;

/**
 * The OpenAPI 3.0 document of the service, bundled into one object: the kit's own, or the one that `useOverlays` of
 * `@escrow-kit/spec/overlay` gave this process. Treat it as read-only.
 */
export const openApiDocument: OpenApiDocument = held.document ?? baseDocument;

/** An OpenAPI document, or any object with the parts that references point to. */
export type ReferenceTarget = object;

/** Returns what a pointer such as `#/components/schemas/Address` points to. Throws if it points to nothing. */
export function resolveReference(pointer: string, document: ReferenceTarget = openApiDocument): unknown {
  const node = followPointer(pointer, document);
  if (node === undefined) throw new Error(`The document has nothing at ${pointer}.`);
  return node;
}
