export type { ContractControl } from './contract-control.ts';
export { ControlError, type ControlErrorDetails } from './control-error.ts';
export type { ControlBody, ControlParameters, ControlQuery, ControlResult, ControlSchema } from './control-types.ts';
export { type Control, type ControlOptions, type CreatedTenant, createControl } from './create-control.ts';
export type { DeliveryControl } from './delivery-control.ts';
export { type ControlOperation, type ControlOperationId, controlDocument, controlOperations } from './document.ts';
export type { components, operations, paths } from './generated/control.ts';
export type { TenantControl } from './tenant-control.ts';
