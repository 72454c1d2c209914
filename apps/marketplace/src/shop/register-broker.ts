import { inWords, type Shop } from './shop.ts';

/**
 * Registers the organization's administrator, the BROKER of each contract, because every participant has to be a user (USER-5).
 * The call may be repeated (USER-2). It never rejects.
 */
export async function registerBroker({ escrow, config, log }: Shop): Promise<void> {
  try {
    await escrow.customers.register({ phoneNumber: config.client.defaults.broker });
  } catch (error) {
    log(`register the broker: ${inWords(error)}`);
  }
}
