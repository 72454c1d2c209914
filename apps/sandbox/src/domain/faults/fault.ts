import type { ControlSchema } from '@escrow-kit/sandbox-control';

/** A failure made on purpose, for one operation or for webhook deliveries. */
export type Fault = ControlSchema<'Fault'>;

/** A fault to create. Defaults: always, with a random seed, until it is removed. */
export type NewFault = ControlSchema<'NewFault'>;

/** The target of delivery faults. Every other target is an operation's id. */
export const webhookTarget = 'webhook';
