export { ControlError, type ControlErrorDetails } from './control-error.ts';
export type {
  ControlBody,
  ControlOperationId,
  ControlPath,
  ControlQuery,
  ControlResult,
  ControlSchema,
} from './control-types.ts';
export { type Control, type ControlOptions, type CreatedTenant, createControl } from './create-control.ts';
export { type ControlOperation, controlDocument, controlOperations } from './document.ts';
export type { ControlCalls, ControlSchemas } from './generated/control.ts';
