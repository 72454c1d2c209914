import type { CallControl } from './call-control.ts';
import type { ControlQuery, ControlResult, ControlSchema } from './control-types.ts';

/** Controls the clock, and observes and repeats deliveries. */
export interface DeliveryControl {
  clock(): Promise<ControlSchema<'Clock'>>;
  /** Stops the clock. */
  freeze(): Promise<ControlSchema<'Clock'>>;
  /** Lets the clock run again from where it stopped. */
  resume(): Promise<ControlSchema<'Clock'>>;
  /** Moves the clock forward and returns what was done on the way. */
  advance(seconds: number): Promise<ControlSchema<'Advance'>>;
  /** Does what is due now, and resolves with it when it is done. */
  drain(): Promise<ControlSchema<'Action'>[]>;
  /** A page of deliveries with their attempts, newest first. */
  deliveries(query?: ControlQuery<'listDeliveries'>): Promise<ControlResult<'listDeliveries'>>;
  delivery(deliveryId: string): Promise<ControlSchema<'Delivery'>>;
  /** Makes a delivery due again. */
  redeliver(deliveryId: string): Promise<ControlSchema<'Delivery'>>;
  /** Sets the address of events, null for none, and the secret that signs them. What is undefined stays as it is. */
  setWebhook(url: string | null | undefined, secret?: string): Promise<ControlSchema<'WebhookAddress'>>;
}

/** Creates this part of a control. */
export function createDeliveryControl(call: CallControl): DeliveryControl {
  return {
    clock: () => call('getClock'),
    freeze: () => call('freezeClock'),
    resume: () => call('resumeClock'),
    advance: (seconds) => call('advanceClock', { body: { seconds } }),
    drain: async () => (await call('drain')).actions,
    deliveries: (query) => call('listDeliveries', { query }),
    delivery: (deliveryId) => call('getDelivery', { path: { deliveryId } }),
    redeliver: (deliveryId) => call('redeliver', { path: { deliveryId } }),
    setWebhook: (url, secret) =>
      call('setWebhook', { body: { ...(url !== undefined && { url }), ...(secret !== undefined && { secret }) } }),
  };
}
