import { test } from 'vitest';
import { anyRefusal, type Exchange, exactly, expectRefused } from './interaction.ts';
import { milestoneOnWire, onOneMilestone, parentOnWire, paymentQuery, registration, signUp, user } from './requests.ts';
import { value } from './values.ts';

type Call = Omit<Exchange, 'description'>;

const priced = { parameters: { itemPrice: 1000 } };
const addMilestones: Call = {
  operation: 'addMilestones',
  state: 'a parent contract',
  body: { milestones: [milestoneOnWire] },
};
const addParties: Call = { operation: 'addParties', state: 'a milestone without parties', ...onOneMilestone };
const startPayment: Call = {
  operation: 'startPayment',
  state: 'a milestone waiting for payment',
  ...priced,
  query: paymentQuery,
};
const createContract: Call = { operation: 'createContract', state: 'an organization', body: parentOnWire };
const legacyAddIban: Call = {
  operation: 'legacyAddIban',
  state: 'a user who signed up',
  body: { iban: 'SA0380000000608010167519' },
};

const submitNationalId: Call = {
  operation: 'submitNationalId',
  state: 'a linked customer',
  path: { userId: 'serviceUserId' },
  body: { nationalId: value('nationalId') },
};

/** One call of each kind of token represents the others, with a token of another kind. */
const ofEachKind: [call: Call, otherToken: NonNullable<Call['token']>][] = [
  [{ operation: 'registerCustomer', state: 'a phone number that nobody has', body: registration }, 'clientAdminToken'],
  [createContract, 'apiKey'],
  [submitNationalId, 'organizationToken'],
  [{ operation: 'legacySignUp', state: 'a phone number that nobody has', body: signUp }, 'organizationToken'],
  [{ operation: 'linkUser', state: 'a phone number that nobody has', body: user }, 'organizationToken'],
];

/** Calls in states in which they succeed with the right token. */
test.for<Exchange>([
  ...[createContract, addMilestones, addParties, startPayment].map((call) => ({
    ...call,
    description: `AUTH-4 ${call.operation} with the organizationToken is refused`,
    token: 'organizationToken' as const,
    status: exactly(403),
  })),
  ...ofEachKind.map(([call, token]) => ({
    ...call,
    description: `AUTH-1a ${call.operation} with the ${token} is refused`,
    token,
    status: anyRefusal(403),
  })),
  ...ofEachKind.map(([call]) => ({
    ...call,
    description: `AUTH-1b ${call.operation} without a token is refused`,
    token: 'none' as const,
    status: anyRefusal(401),
  })),
  // The legacy host is the only one without a call above.
  ...[...ofEachKind.map(([call]) => call), legacyAddIban].map((call) => ({
    ...call,
    description: `AUTH-1b ${call.operation} with an unknown token is refused`,
    token: 'unknown' as const,
    status: anyRefusal(401),
  })),
])('$description', expectRefused);
