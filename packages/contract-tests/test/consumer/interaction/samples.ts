import { exampleBodyOf, type OperationId, operations, type ServiceOperation } from '@escrow-kit/spec';
import { type StateName, stateCatalogue } from '../../../src/states/catalogue.ts';
import type { WireRequest } from './describe-request.ts';
import { type GivenState, given, type PlaceValue, placeValue } from './given.ts';
import { PlacedMap, type PlacedValue, type Template } from './placed-value.ts';
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

/** Where the document's examples alone would not do. */
const written: Readonly<Partial<Record<OperationId, Sample>>> = {
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
  updateUser: sample(given('a user of the Users API'), (value) => ({
    path: { userId: value('userId') },
    body: { name: 'Badr Second Buyer', phone: value('phoneNumber'), metadata: { customerNumber: '8' } },
  })),
};

/** The states that calls reach without parameters. */
const plainStates = Object.entries(stateCatalogue).flatMap(([name, { reachedBy, parameters, gives }]) =>
  reachedBy === 'calls' && Object.keys(parameters).length === 0
    ? [{ name: name as StateName, gives: new Set<string>(gives) }]
    : [],
);

/** A request of the document's examples, in the first state that gives the ids of its path, or else with example ids. */
function sampleOf(operation: ServiceOperation): Sample {
  const required = operation.parameters.filter((parameter) => parameter.required);
  const inPath = required.filter((parameter) => parameter.in === 'path');
  const state = plainStates.find(({ gives }) => inPath.every(({ name }) => gives.has(name)));
  const path = inPath.map(({ name, example }) => [name, state ? placeValue(name as never) : String(example)]);
  const query = required.filter((parameter) => parameter.in === 'query').map(({ name, example }) => [name, example]);
  const body = exampleBodyOf(operation) as Template | undefined;
  return {
    given: { name: state?.name ?? 'an organization', parameters: {} } as Sample['given'],
    request: {
      ...(path.length > 0 && { path: Object.fromEntries(path) as Record<string, PlacedValue | string> }),
      ...(query.length > 0 && { query: Object.fromEntries(query) as Record<string, string> }),
      ...(body !== undefined && { body }),
    },
  };
}

/** A request of each operation. */
export const samples = Object.fromEntries(
  operations.map((operation) => [operation.id, written[operation.id] ?? sampleOf(operation)]),
) as Readonly<Record<OperationId, Sample>>;
