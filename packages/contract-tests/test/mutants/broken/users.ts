import { randomInt } from 'node:crypto';
import { type Call, Refusal } from '@escrow-kit/sandbox/testing';
import {
  alsoBlaming,
  assumed,
  changeAnswer,
  changeBody,
  changeField,
  changeResult,
  type Faults,
  ignoreViolationsOf,
  implied,
  rename,
  renameField,
  takeAnyBody,
  wrapHandler,
} from '../ways.ts';

const findUser = ({ store, tenant }: Pick<Call<'registerCustomer'>, 'store' | 'tenant'>, phone = '') =>
  store.find('users', { tenantId: tenant.id, phone });

/** Sandboxes that are wrong about customers, their bank accounts and addresses, and their identity. */
export const brokenUsers: Faults = {
  'USER-1 calls the id of a customer userId': changeResult('registerCustomer', (body) =>
    rename(body, 'serviceUserId', 'userId'),
  ),
  'USER-1 writes the id of a customer as text': changeField('registerCustomer', 'serviceUserId', String),
  'USER-1 wraps a registered customer in data': changeResult('registerCustomer', (data) => ({ data })),
  'USER-1 registers a phone number that is not in E.164 form': implied(ignoreViolationsOf('USER-1d')),
  'USER-2 refuses to register a customer twice': wrapHandler('registerCustomer', (shipped, call) => {
    if (!findUser(call, call.body.phoneNumber)) return shipped(call);
    throw new Refusal('conflict', { rule: 'USER-2', message: 'This phone number is taken.' });
  }),
  'USER-2 gives a known customer another id': assumed(
    wrapHandler('registerCustomer', (shipped, call) => {
      const known = findUser(call, call.body.phoneNumber);
      const result = shipped(call);
      return known ? { ...result, serviceUserId: randomInt(2 ** 40) } : result;
    }),
  ),
  'USER-4 does not reverse a decline after the right one-time password': alsoBlaming(
    ['ID-2'],
    wrapHandler('validateOtp', () => ({ data: { valid: true } })),
  ),
  'USER-4 refuses the one-time password of a customer who declined': wrapHandler('validateOtp', (shipped, call) => {
    const user = findUser(call, call.body.phoneNumber);
    return user?.consent === 'DECLINED' ? { data: { valid: false } } : shipped(call);
  }),
  'BANK-1 refuses a bank account that has all of its fields': changeAnswer('addBankAccount', 200, { status: 400 }),
  'ADDR-1 takes an address without label or country': takeAnyBody('addAddress', { data: {} }),
  'ADDR-1 wants a street': wrapHandler('addAddress', (shipped, call) => {
    if (call.body.street !== undefined) return shipped(call);
    throw new Refusal('rule_violation', { rule: 'ADDR-1', message: 'The street is missing.' });
  }),
  'ID-1 takes anything for a national id': takeAnyBody('submitNationalId', { data: {} }),
  'ID-1 refuses a national id of ten digits': assumed(changeAnswer('submitNationalId', 200, { status: 400 })),
  'ID-2 calls every one-time password valid': alsoBlaming(
    ['USER-4'],
    assumed(wrapHandler('validateOtp', () => ({ data: { valid: true } }))),
  ),
  'ID-2 calls no one-time password valid': alsoBlaming(
    ['USER-4'],
    wrapHandler('validateOtp', () => ({ data: { valid: false } })),
  ),
  'ID-2 writes as text whether a one-time password is valid': alsoBlaming(
    ['USER-4'],
    changeField('validateOtp', 'data.valid', (isValid) => (isValid ? 'yes' : 'no')),
  ),
  'ID-2 takes a one-time password of any type and form': alsoBlaming(
    ['USER-4'],
    takeAnyBody('validateOtp', { data: { valid: false } }),
  ),
  'UAPI-1 calls the id of a linked user id': renameField('linkUser', 'data', 'user_id', 'id'),
  'UAPI-1 leaves out meta': changeField('linkUser', 'meta'),
  'UAPI-1 writes as text whether a user has to be verified': changeField(
    'linkUser',
    'data.verification_required',
    () => 'yes',
  ),
  'UAPI-1 links a user with 201': changeAnswer('linkUser', 200, { status: 201 }),
  'UAPI-2 leaves out verification_status': changeField('getUser', 'data.verification_status'),
  'UAPI-2 gives the record of another user': changeField('getUser', 'data.user_id', () => 'usr_another'),
  'UAPI-2 leaves phone out of the record': changeField('getUser', 'data.phone'),
  'UAPI-2 writes as a number whether an email is verified': changeField(
    'getUser',
    'data.verification_status.email_verified',
    () => 0,
  ),
  'UAPI-2 leaves status out of the record': implied(changeField('getUser', 'data.status')),
  'UAPI-2 leaves created_at out of the record': implied(changeField('getUser', 'data.created_at')),
  'UAPI-2 leaves updated_at out of the record': implied(changeField('getUser', 'data.updated_at')),
  'UAPI-3 takes changes of a user, and changes nothing': implied(changeBody('updateUser', () => ({}))),
  'UAPI-6 has no rate-limit header': {
    ...changeAnswer('any', 200, ({ headers }) => ({
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !/limit/i.test(name))),
    })),
    verdict: 'not checkable',
  },
  'UAPI-4 has another code for invalid input': changeField('linkUser', 'error.code', () => 'INVALID', 400),
  'UAPI-4 does not say which field is invalid': changeField('linkUser', 'error.details', () => undefined, 400),
  'UAPI-4 answers invalid input with 422': changeAnswer('linkUser', 400, { status: 422 }),
  'UAPI-4 calls a refusal a success': changeField('updateUser', 'success', () => true, 400),
  'UAPI-5 answers an unknown user with 400': changeAnswer('getUser', 404, { status: 400 }),
  'UAPI-5 has another code for an unknown user': changeField('updateUser', 'error.code', () => 'NOT_FOUND', 404),
};
