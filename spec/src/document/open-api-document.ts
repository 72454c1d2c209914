import { baseDocument } from './base-document.ts';
import type { OpenApiDocument } from './document.ts';
import { processDocument } from './process-document.ts';

const held = processDocument();
held.isRead = true;

/**
 * The OpenAPI 3.0 document of the service, bundled into one object, with the overlays that this process uses (`useOverlays` of
 * `@escrow-kit/spec/overlay`). Treat it as read-only.
 */
export const openApiDocument: OpenApiDocument = held.document ?? baseDocument;

/** Whether this process's document has overlays. */
export const hasOverlays: boolean = held.document !== undefined;
