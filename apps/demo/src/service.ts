import type { EventEndpoint } from './received-events.ts';

/** A service to run the main job against, its credentials, and the actions of the other parties. */
export interface Service {
  url: string;
  organizationToken: string;
  clientAdminToken: string;
  clientId: string;
  clientSecret: string;
  /** Where the service sends its events. */
  events: Pick<EventEndpoint, 'waitFor'>;
  /** Does what the buyer's browser does at the checkout: consents and pays. */
  buyer: { pay(checkoutUrl: string): Promise<void> };
  /** Does what the service's operator does once the goods are delivered. */
  operator: { release(milestoneId: string): Promise<unknown>; complete(milestoneId: string): Promise<unknown> };
}
