import type { PathValues } from './calls/shared.ts';
import type { ControlCalls, ControlSchemas } from './generated/control.ts';

/** A call of the control API by its ID. */
export type ControlOperationId = keyof ControlCalls;

/** A schema of the control document. */
export type ControlSchema<Name extends keyof ControlSchemas> = ControlSchemas[Name];

type PartOf<Id extends ControlOperationId, Part extends string> = Part extends keyof ControlCalls[Id]
  ? ControlCalls[Id][Part]
  : undefined;

type PlaceholderOf<Route> = Route extends `${string}{${infer Name}}${infer Rest}` ? Name | PlaceholderOf<Rest> : never;

/** The values of the placeholders in the path of a call. */
export type ControlPath<Id extends ControlOperationId> = Pick<
  PathValues,
  PlaceholderOf<ControlCalls[Id]['route']> & keyof PathValues
>;

/** The query parameters of a call. */
export type ControlQuery<Id extends ControlOperationId> = NonNullable<PartOf<Id, 'query'>>;

/** The body of a call. */
export type ControlBody<Id extends ControlOperationId> = PartOf<Id, 'body'>;

/** The body of a call's 200. */
export type ControlResult<Id extends ControlOperationId> = ControlCalls[Id]['answer'];
