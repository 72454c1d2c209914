import type { OperationDocument } from '@escrow-kit/spec';
import document from '../openapi.bundle.json' with { type: 'json' };

/** The OpenAPI document of the control API. Treat it as read-only. */
export const controlDocument: OperationDocument = document as unknown as OperationDocument;
