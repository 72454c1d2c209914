import bundle from '../../openapi.bundle.json' with { type: 'json' };
import type { OpenApiDocument } from './document.ts';

/** The OpenAPI 3.0 document of the service without overlays, bundled into one object. Treat it as read-only. */
// TypeScript widens what it reads from JSON, such as an enumeration to any text.
export const baseDocument: OpenApiDocument = bundle as unknown as OpenApiDocument;
