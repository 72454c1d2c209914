import type { OperationDocument } from '@escrow-kit/spec';
import document from '../openapi.bundle.json' with { type: 'json' };
import type { ControlOperationId } from './control-types.ts';
import { routes } from './generated/control.ts';

/** The OpenAPI document of the control API. Treat it as read-only. */
export const controlDocument: OperationDocument = document as unknown as OperationDocument;

/** The route of a call. */
export interface ControlOperation {
  id: ControlOperationId;
  method: string;
  /** With placeholders in braces. */
  path: string;
}

/** Every call of the control API. */
export const controlOperations: readonly ControlOperation[] = Object.entries(routes).map(([id, route]) => {
  const [method = '', path = ''] = route.split(' ');
  return { id: id as ControlOperationId, method, path };
});
