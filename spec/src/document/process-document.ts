import type { OpenApiDocument } from './document.ts';

/** The document that this process reads. It is on `globalThis`, because this package may be loaded more than once. */
interface ProcessDocument {
  /** The document with overlays. Undefined: the bundle. */
  document?: OpenApiDocument;
  /** Whether the document has been read, so that it can't change any more. */
  isRead?: boolean;
}

const slot = Symbol.for('@escrow-kit/spec/process-document');

/** What this process has of {@link ProcessDocument}; the same object for everyone. */
export function processDocument(): ProcessDocument {
  const holder = globalThis as { [slot]?: ProcessDocument };
  holder[slot] ??= {};
  return holder[slot];
}
