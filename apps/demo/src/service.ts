import type { EventEndpoint } from './received-events.ts';

/** A service for the main job, with its credentials and the actions of the other parties. */
export interface Service {
  url: string;
  organizationToken: string;
  clientAdminToken: string;
  clientId: string;
  clientSecret: string;
  /** The endpoint to which the service sends its events. */
  events: Pick<EventEndpoint, 'waitFor'>;
  /** The buyer at the checkout: consents and pays. */
  buyer: { pay(checkoutUrl: string): Promise<void> };
  /** The service's operator, once the goods are delivered. */
  operator: { release(milestoneId: string): Promise<unknown>; complete(milestoneId: string): Promise<unknown> };
}
