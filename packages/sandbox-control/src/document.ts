import { listOperations, type OperationDocument } from '@escrow-kit/spec';
import document from '../openapi.bundle.json' with { type: 'json' };
import type { operations } from './generated/control.ts';

/** A call of the control API by its id. */
export type ControlOperationId = keyof operations;

/** The route of a call. */
export interface ControlOperation {
  id: ControlOperationId;
  method: string;
  /** With placeholders in braces. */
  path: string;
}

/** The OpenAPI document of the control API. Treat it as read-only. */
export const controlDocument: OperationDocument = document as unknown as OperationDocument;

/** Every call of the control API. */
export const controlOperations: readonly ControlOperation[] = listOperations(controlDocument).map(
  ({ id, method, path }) => ({ id: id as ControlOperationId, method, path }),
);
