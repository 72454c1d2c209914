import bundle from '../../openapi.bundle.json' with { type: 'json' };
import type { OpenApiDocument } from './document.ts';

/** The kit's own OpenAPI 3.0 document of the service, bundled into one object. Treat it as read-only. */
// TypeScript widens what it reads from JSON, such as an enumeration to any text.
export const baseDocument: OpenApiDocument = bundle as unknown as OpenApiDocument;

/** The document that this process reads. It is on `globalThis`, because this package may be loaded more than once. */
interface ProcessDocument {
  /** Undefined: the kit's own. */
  document?: OpenApiDocument;
  /** Whether the document has been read, so that it cannot change any more. */
  isRead?: boolean;
}

const slot = Symbol.for('@escrow-kit/spec/process-document');

/** What this process has of {@link ProcessDocument}; the same object for everyone. */
export function processDocument(): ProcessDocument {
  const holder = globalThis as { [slot]?: ProcessDocument };
  holder[slot] ??= {};
  return holder[slot];
}
