import type { ControlOperationId } from '@escrow-kit/sandbox-control';
import type { ControlHandler } from './control-call.ts';
import * as clock from './handlers/clock.ts';
import * as deliveries from './handlers/deliveries.ts';
import * as faults from './handlers/faults.ts';
import * as milestones from './handlers/milestones.ts';
import * as overview from './handlers/overview.ts';
import * as people from './handlers/people.ts';
import * as process from './handlers/process.ts';
import * as requests from './handlers/requests.ts';
import * as tenants from './handlers/tenants.ts';

/** The handler of each call of the control API. */
export const controlHandlers: { [Id in ControlOperationId]: ControlHandler<Id> } = {
  ...clock,
  ...deliveries,
  ...faults,
  ...milestones,
  ...overview,
  ...people,
  ...process,
  ...requests,
  ...tenants,
};
