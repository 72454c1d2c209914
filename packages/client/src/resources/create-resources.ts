import type { CheckedCall } from '../call.ts';
import { parseCheckoutUrl } from '../checkout-url.ts';
import { fail } from '../errors/escrow-error.ts';
import type { EscrowClientOptions } from '../options.ts';
import type { Contracts } from './contracts.ts';
import type { Customers } from './customers.ts';
import type { Identity } from './identity.ts';
import type { Legacy } from './legacy.ts';
import type { Payments } from './payments.ts';
import type { Users } from './users.ts';

/** The calls of the service, by what they are about. */
export interface Resources {
  customers: Customers;
  identity: Identity;
  contracts: Contracts;
  payments: Payments;
  users: Users;
  /** @deprecated Each call names its replacement. */
  legacy: Legacy;
}

/** An option that not every call needs. */
export const needed = (options: EscrowClientOptions, name: 'clientId' | 'clientSecret'): string =>
  options[name] ?? fail('configuration', `set ${name}.`);

/** Creates the resources: which operation each of their calls is, and what is read of its answer. */
export const createResources = (call: CheckedCall, client: EscrowClientOptions): Resources => ({
  customers: {
    register: (body, options) => call('registerCustomer', { body }, options, 'serviceUserId'),
    addBankAccount: (serviceUserId, body, options) =>
      call('addBankAccount', { path: { serviceUserId }, body }, options),
    addAddress: (serviceUserId, body, options) => call('addAddress', { path: { serviceUserId }, body }, options),
  },
  identity: {
    submitNationalId: (userId, nationalId, options) =>
      call('submitNationalId', { path: { userId }, body: { nationalId } }, options),
    validateOtp: async (body, options) => (await call('validateOtp', { body }, options, 'data.valid')).data,
  },
  contracts: {
    create: async (body, options) => (await call('createContract', { body }, options, 'data.id')).data,
    addMilestones: async (contractId, milestones, options) => {
      const input = { path: { contractId }, body: { milestones } };
      return (await call('addMilestones', input, options, 'data.milestones')).data;
    },
    addParties: (contractId, mileStonesParties, options) =>
      call('addParties', { path: { contractId }, body: { mileStonesParties } }, options),
  },
  payments: {
    async start({ milestoneId, redirectUrl, paymentType = 'PURCHASE' }, options) {
      const input = {
        path: { milestoneId, clientId: needed(client, 'clientId') },
        query: { redirectUrl, paymentType },
      };
      const { data: checkoutUrl } = await call('startPayment', input, options, 'data');
      return { checkoutUrl, ...parseCheckoutUrl(checkoutUrl) };
    },
    async requestTicket({ shortId, buyerPhone }, options) {
      const body = {
        client_id: needed(client, 'clientId'),
        client_secret: needed(client, 'clientSecret'),
        login_hint: buyerPhone,
        scope: shortId && `payment:${shortId}`,
      };
      return call('requestTicket', { body }, options, 'ticket');
    },
  },
  users: {
    link: (body, options) => call('linkUser', { body }, options),
    get: (userId, options) => call('getUser', { path: { userId } }, options),
    update: (userId, body, options) => call('updateUser', { path: { userId }, body }, options),
  },
  legacy: {
    signUp: async (body, options) =>
      (await call('legacySignUp', { body }, options, 'data.id', 'data.clientUserToken')).data,
    addIban: (id, body, options) => call('legacyAddIban', { path: { id }, body }, options),
    addAddress: (id, body, options) => call('legacyAddAddress', { path: { id }, body }, options),
  },
});
