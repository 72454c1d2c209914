import { type Control, createControl } from '@escrow-kit/sandbox-control';
import { readControlToken } from './control-token.ts';

/** The control of a tenant of this sandbox, with the control token that this tab has now. */
export function controlOf(tenant: string): Control {
  return createControl(location.origin, { tenant, controlToken: readControlToken() });
}
