import type { OperationId } from '@escrow-kit/spec';
import type { StateName } from '../states/catalogue.ts';
import type { WireRequest } from './describe-request.ts';
import { type GivenState, given, type PlaceValue, placeValue } from './given.ts';
import { PlacedMap } from './placed-value.ts';
import { address, bankAccount, milestoneOnWire, parentOnWire, partiesOnWire, redirectUrl } from './sample-bodies.ts';

/** A request that the service accepts, and the state that it needs. */
export interface Sample {
  given: GivenState<StateName>;
  request: WireRequest;
}

const sample = <Name extends StateName>(
  state: GivenState<Name>,
  request: (value: PlaceValue<Name>) => WireRequest,
): Sample => ({ given: state, request: request(placeValue) });

const { customer, provider, broker } = partiesOnWire;
const record = { note: 'Order 1001' };

/** A request of each operation. */
export const samples: Readonly<Record<OperationId, Sample>> = {
  registerCustomer: sample(given('a phone number that nobody has'), (value) => ({
    body: { phoneNumber: value('phoneNumber'), firstName: 'Sara', lastName: 'Seller' },
  })),
  addBankAccount: sample(given('a linked customer'), (value) => ({
    path: { serviceUserId: value('serviceUserId') },
    body: { ...bankAccount, iban: value('iban'), nationalId: value('nationalId') },
  })),
  addAddress: sample(given('a linked customer'), (value) => ({
    path: { serviceUserId: value('serviceUserId') },
    body: address,
  })),
  submitNationalId: sample(given('a linked customer'), (value) => ({
    path: { userId: value('serviceUserId') },
    body: { nationalId: value('nationalId') },
  })),
  validateOtp: sample(given('a customer with a one-time password', { type: 'SERVICE_OTP' }), (value) => ({
    body: { type: 'SERVICE_OTP', phoneNumber: value('phoneNumber'), otp: value('otp') },
  })),
  createContract: sample(given('an organization'), () => ({ body: parentOnWire })),
  addMilestones: sample(given('a parent contract'), (value) => ({
    path: { contractId: value('contractId') },
    body: { milestones: [milestoneOnWire] },
  })),
  addParties: sample(given('a milestone without parties', { itemPrice: 1000 }), (value) => ({
    path: { contractId: value('contractId') },
    body: {
      mileStonesParties: new PlacedMap([value('milestoneId'), [customer, provider, broker]]),
    },
  })),
  startPayment: sample(given('a milestone waiting for payment', { itemPrice: 1000 }), (value) => ({
    path: { milestoneId: value('milestoneId'), clientId: value('clientId') },
    query: { redirectUrl, paymentType: 'PURCHASE' },
  })),
  requestTicket: sample(given('a started payment'), (value) => ({
    headers: { Accept: 'application/json' },
    body: {
      grant_type: 'urn:service:params:oauth:grant-type:customer-token-exchange',
      client_id: value('clientId'),
      client_secret: value('clientSecret'),
      login_hint: value('buyerPhone'),
      scope: value('shortId', { before: 'payment:' }),
    },
  })),
  legacySignUp: sample(given('a phone number that nobody has'), (value) => ({
    body: {
      phoneNumber: value('phoneNumber'),
      firstName: 'Badr',
      lastName: 'Buyer',
      clientUserId: value('phoneNumber', { before: 'buyer-' }),
    },
  })),
  legacyAddIban: sample(given('a user who signed up'), (value) => ({
    path: { id: value('legacyUserId') },
    body: { iban: bankAccount.iban },
  })),
  legacyAddAddress: sample(given('a user who signed up'), (value) => ({
    path: { id: value('legacyUserId') },
    body: { city: address.city },
  })),
  linkUser: sample(given('a phone number that nobody has'), (value) => ({
    body: {
      email: value('email'),
      phone: value('phoneNumber'),
      name: 'Badr Buyer',
      metadata: { customerNumber: '8' },
    },
  })),
  getUser: sample(given('a user of the Users API'), (value) => ({ path: { userId: value('userId') } })),
  updateUser: sample(given('a user of the Users API'), (value) => ({
    path: { userId: value('userId') },
    body: { name: 'Badr Second Buyer', phone: value('phoneNumber'), metadata: { customerNumber: '8' } },
  })),
  createGenericContract: sample(given('an organization'), () => ({ body: record })),
  getGenericContract: sample(given('an organization'), () => ({ path: { id: 'example-1' } })),
  updateGenericMilestone: sample(given('an organization'), () => ({
    path: { id: 'example-1', milestoneId: 'example-2' },
    body: record,
  })),
  createPayment: sample(given('an organization'), () => ({ body: record })),
  createVirtualIban: sample(given('an organization'), () => ({ body: record })),
  getPayment: sample(given('an organization'), () => ({ path: { id: 'example-1' } })),
  listWebhooks: sample(given('an organization'), () => ({})),
  createWebhook: sample(given('an organization'), () => ({ body: record })),
  deleteWebhook: sample(given('an organization'), () => ({ path: { id: 'example-1' } })),
};
