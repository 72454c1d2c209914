import type { ControlSchema } from '@escrow-kit/sandbox-control';

/** An attempt to deliver an event. */
export type DeliveryAction = ControlSchema<'DeliveryAction'>;

/** An action that the sandbox took on its own because it was due. */
export type Action = ControlSchema<'Action'>;
