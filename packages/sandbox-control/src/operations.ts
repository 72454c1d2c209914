import type { ControlOperationId } from './control-types.ts';
import { routes } from './generated/control.ts';

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
