import { isText } from '../rules/guards.ts';
import type { OptionFaults } from './option-faults.ts';

/** The demand on an address, for messages. */
export const addressDemand = 'an http or https address without user name, query and fragment';

/** Whether a value is the address of a host. */
export const isAddress = (value: unknown): value is string =>
  isText(value) && URL.canParse(value) && /^https?:\/\/[^\s?#@\\]+$/i.test(value);

/** Adds a fault for each entry that is not an address, or one if the value is not a list. */
export function expectAddresses(faults: OptionFaults, checkoutHosts: unknown): void {
  if (checkoutHosts === undefined) return;
  const isList = Array.isArray(checkoutHosts) && checkoutHosts.length > 0;
  faults.expect('checkoutHosts', isList, 'a list of at least one address');
  if (!isList) return;
  for (const [index, address] of checkoutHosts.entries()) {
    faults.expect(`checkoutHosts[${index}]`, isAddress(address), addressDemand);
  }
}
