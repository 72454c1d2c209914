import { randomInt } from 'node:crypto';
import type { Call } from '@escrow-kit/sandbox/testing';
import {
  accept,
  acceptAnything,
  answerRefused,
  changeAnswer,
  changeBody,
  changeField,
  changeResult,
  type Faults,
  refuse,
  rename,
  takeAnyToken,
  wantToken,
  wrapHandler,
} from './faults.ts';

const findUser = ({ store, tenant, body }: Call<'registerCustomer'> | Call<'validateOtp'>) =>
  store.find('users', { tenantId: tenant.id, phone: body.phoneNumber ?? '' });

/** Sandboxes that are wrong about tokens, customers and users. */
export const wrongAboutPeople: Faults = {
  'AUTH-1 does not understand a bearer token': changeAnswer('registerCustomer', 200, { status: 401 }),
  'AUTH-1a takes any token for customers, bank accounts and addresses': takeAnyToken(({ tokenKinds }) =>
    tokenKinds.includes('organization'),
  ),
  'AUTH-1a takes any token on the Users API': takeAnyToken(({ tokenKinds }) => tokenKinds.includes('apiKey')),
  'AUTH-1a takes the API key for contracts': takeAnyToken(
    ({ id }, kind) => id === 'createContract' && kind === 'apiKey',
  ),
  "AUTH-1b takes a call without a token for the administrator's": ({ identifyCaller, checkTokenKind }) => ({
    identifyCaller: (store, authorization) => identifyCaller(store, authorization ?? 'Bearer adm_sandbox'),
    checkTokenKind: (operation, caller) => caller.kind === 'clientAdmin' || checkTokenKind(operation, caller),
  }),
  "AUTH-1b takes an unknown token for the organization's": ({ identifyCaller, checkTokenKind }) => ({
    identifyCaller: (store, authorization) => {
      try {
        return identifyCaller(store, authorization);
      } catch (error) {
        if (authorization === undefined) throw error;
        return identifyCaller(store, 'Bearer org_sandbox');
      }
    },
    checkTokenKind: (operation, caller) => caller.kind === 'organization' || checkTokenKind(operation, caller),
  }),
  'AUTH-2 wants the client admin token for bank accounts': wantToken('addBankAccount', 'clientAdmin'),
  'AUTH-3 wants the API key for contracts': wantToken('createContract', 'apiKey'),
  'AUTH-4 takes the organization token on contracts, milestones, parties and start of payment': takeAnyToken(
    ({ definition }, kind) => definition['x-rules'].includes('AUTH-4') && kind === 'organization',
  ),
  'AUTH-4 takes the organization token at the last of its four calls': takeAnyToken(
    ({ id }, kind) => id === 'startPayment' && kind === 'organization',
  ),
  'AUTH-4 refuses the organization token with 401 instead of 403': changeAnswer('addParties', 403, { status: 401 }),
  'AUTH-5 refuses the client that the token was issued for': changeAnswer('startPayment', 200, { status: 403 }),
  "AUTH-5a starts the payment of another client's contract": wrapHandler('startPayment', (shipped, call) =>
    shipped({ ...call, path: { ...call.path, clientId: call.tenant.clientId } }),
  ),
  'AUTH-5a adds milestones to a contract of another client': answerRefused('addMilestones', ({ path }) => ({
    data: { parentContractId: path.contractId, milestones: [] },
  })),
  'AUTH-5a adds parties to a contract of another client': answerRefused('addParties', () => ({
    data: { milestones: [] },
  })),
  'AUTH-5b has the client_id of another client in the checkout URL': changeField('startPayment', 'data', (url) =>
    url.replace(/client_id=[^&]+/, 'client_id=another-client'),
  ),
  'AUTH-6 refuses the right client secret': changeBody('requestTicket', (body) => ({
    ...body,
    client_secret: 'other',
  })),
  'AUTH-6a gives a ticket for any client secret': changeBody('requestTicket', (body) => ({
    ...body,
    client_secret: 'sandbox-secret',
  })),
  'AUTH-8 wants the organization token for one-time passwords': wantToken('validateOtp', 'organization'),
  'AUTH-9 wants the organization token for the legacy sign-up': wantToken('legacySignUp', 'organization'),
  'AUTH-11 wants the organization token to read a user': wantToken('getUser', 'organization'),

  'USER-1 calls the id of a customer userId': changeResult('registerCustomer', (body) =>
    rename(body, 'serviceUserId', 'userId'),
  ),
  'USER-1 leaves out the second of two ids': changeField('registerCustomer', 'userIdentification'),
  'USER-1 writes the id of a customer as text': changeField('registerCustomer', 'serviceUserId', String),
  'USER-1 gives a customer an id with decimals': changeField('registerCustomer', 'serviceUserId', (id) => id + 0.5),
  'USER-1 wraps a registered customer in data': changeResult('registerCustomer', (data) => ({ data })),
  'USER-1d registers a phone number that is not in E.164 form': accept('USER-1d'),
  'USER-2 refuses to register a customer twice': refuse('registerCustomer', (call) => findUser(call) !== undefined),
  'USER-2a gives a known customer another id': wrapHandler('registerCustomer', (shipped, call) => {
    const known = findUser(call);
    const result = shipped(call);
    return known ? { ...result, serviceUserId: randomInt(2 ** 40) } : result;
  }),
  'USER-4 does not reverse a decline after the right one-time password': wrapHandler('validateOtp', () => ({
    data: { valid: true },
  })),
  'USER-4 refuses the one-time password of a customer who declined': wrapHandler('validateOtp', (shipped, call) =>
    findUser(call)?.consent === 'DECLINED' ? { data: { valid: false } } : shipped(call),
  ),
  'BANK-1 refuses a bank account that has all of its fields': refuse('addBankAccount'),
  'BANK-2 takes any IBAN': accept('BANK-2'),
  'BANK-2 takes an IBAN with a digit too many': accept('BANK-2', ({ iban }) => /^SA\d{23}$/.test(iban)),
  'BANK-2 takes sa in lower case': accept('BANK-2', ({ iban }) => /^sa\d{22}$/.test(iban)),
  'ADDR-1 takes an address without label or country': acceptAnything('addAddress', { data: {} }),
  'ADDR-1 wants a street': refuse('addAddress', ({ body }) => body.street === undefined),
  'ADDR-1a takes null for a label': accept('ADDR-1a', ({ addressLabel }) => addressLabel === null),
  'ID-1 takes anything for a national id': acceptAnything('submitNationalId', { data: {} }),
  'ID-1 takes a national id with a digit too many': accept('ID-1', ({ nationalId }) => /^\d{11}$/.test(nationalId)),
  'ID-1a takes anything for a national id': acceptAnything('submitNationalId', { data: {} }),
  'ID-1b refuses a national id of ten digits': refuse('submitNationalId'),
  'ID-2 calls no one-time password valid': wrapHandler('validateOtp', () => ({ data: { valid: false } })),
  'ID-2 takes the second of two types for none': refuse('validateOtp', ({ body }) => body.type === 'NATIONAL_ID_OTP'),
  'ID-2 writes as text whether a one-time password is valid': changeField('validateOtp', 'data.valid', String),
  'ID-2b takes a one-time password of any type and form': acceptAnything('validateOtp', { data: { valid: false } }),
  'ID-2c calls every one-time password valid': wrapHandler('validateOtp', () => ({ data: { valid: true } })),

  'UAPI-1 calls the id of a linked user id': changeField('linkUser', 'data', (data) => rename(data, 'user_id', 'id')),
  'UAPI-1 leaves out meta': changeField('linkUser', 'meta'),
  'UAPI-1 writes as text whether a user has to be verified': changeField(
    'linkUser',
    'data.verification_required',
    String,
  ),
  'UAPI-1 links a user with 201': changeAnswer('linkUser', 200, { status: 201 }),
  'UAPI-1 wants metadata': refuse('linkUser', ({ body }) => body.metadata === undefined),
  'UAPI-2 leaves out verification_status': changeField('getUser', 'data.verification_status'),
  'UAPI-2 leaves out the last part of verification_status': changeField(
    'getUser',
    'data.verification_status.kyc_status',
  ),
  'UAPI-2 gives the record of another user': changeField('getUser', 'data.user_id', () => 'usr_another'),
  'UAPI-2 gives the email of another user': changeField('getUser', 'data.email', () => 'another@shop.example'),
  'UAPI-2 leaves phone out of the record': changeField('getUser', 'data.phone'),
  'UAPI-2 writes as a number whether an email is verified': changeField(
    'getUser',
    'data.verification_status.email_verified',
    Number,
  ),
  'UAPI-2a leaves updated_at out of the record': changeField('getUser', 'data.updated_at'),
  'UAPI-3 refuses to change a user': refuse('updateUser'),
  'UAPI-3b takes changes of a user, and changes nothing': changeBody('updateUser', () => ({})),
  'UAPI-3b takes changes of a user, and keeps the phone': changeBody('updateUser', ({ phone, ...body }) => body),
  'UAPI-4 has another code for invalid input': changeField('linkUser', 'error.code', () => 'INVALID', 400),
  'UAPI-4 does not say which field is invalid': changeField('linkUser', 'error.details', () => undefined, 400),
  'UAPI-4 does not say which value is invalid': changeField('linkUser', 'error.details.value', () => undefined, 400),
  'UAPI-4 names another field than the invalid one': changeField('linkUser', 'error.details.field', () => 'name', 400),
  'UAPI-4 names another value than the invalid one': changeField(
    'linkUser',
    'error.details.value',
    () => 'another',
    400,
  ),
  'UAPI-4 names another field of a change than the invalid one': changeField(
    'updateUser',
    'error.details.field',
    () => 'name',
    400,
  ),
  'UAPI-4 answers invalid input with 422': changeAnswer('linkUser', 400, { status: 422 }),
  'UAPI-4 calls a refusal a success': changeField('updateUser', 'success', () => true, 400),
  'UAPI-5 answers an unknown user with 400': changeAnswer('getUser', 404, { status: 400 }),
  'UAPI-5 has another code for an unknown user': changeField('updateUser', 'error.code', () => 'NOT_FOUND', 404),
  'UAPI-6a has no limit': changeAnswer('linkUser', 429, { status: 200, body: {} }),
  'LEGACY-1 leaves clientUserToken out of the sign-up': changeField('legacySignUp', 'data.clientUserToken'),
  'LEGACY-1 has null for the id of the sign-up': changeField('legacySignUp', 'data.id', () => null),
  'LEGACY-1 writes as text whether a user existed': changeField('legacySignUp', 'data.preExistingUser', String),
  'LEGACY-3a refuses an address of a city alone': refuse('legacyAddAddress'),
};
