import type { components } from '../../generated/control.ts';

/** A failure made on purpose, for one operation or for webhook deliveries, as the control API describes it. */
export type Fault = components['schemas']['Fault'];

/** A fault as the caller of the control API asks for it. */
export type NewFault = components['schemas']['NewFault'];

/** The target of faults of deliveries. Every other target is an operation's id. */
export const webhookTarget = 'webhook';
