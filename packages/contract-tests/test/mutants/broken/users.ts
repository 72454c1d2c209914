import { randomInt } from 'node:crypto';
import { type Call, Refusal } from '@escrow-kit/sandbox/testing';
import type { Mutant } from '../mutant.ts';
import { changeAnswer, changeResult, ignoreViolationsOf, omit, rename, takeAnyBody, wrapHandler } from '../ways.ts';

const findUser = ({ trx, tenant, body }: Call<'registerCustomer'>): Promise<{ id: number } | undefined> =>
  trx
    .selectFrom('users')
    .where('tenantId', '=', tenant.id)
    .where('phone', '=', body.phoneNumber ?? '')
    .select('id')
    .executeTakeFirst();

/** Sandboxes that are wrong about customers, their bank accounts and addresses, and their identity. */
export const brokenUsers: Mutant[] = [
  {
    rule: 'USER-1',
    does: 'calls the id of a customer userId',
    replace: changeResult('registerCustomer', (body) => rename(body, 'serviceUserId', 'userId')),
  },
  {
    rule: 'USER-1',
    does: 'writes the id of a customer as text',
    replace: changeResult('registerCustomer', (body) => ({ ...body, serviceUserId: String(body.serviceUserId) })),
  },
  {
    rule: 'USER-1',
    does: 'wraps a registered customer in data',
    replace: changeResult('registerCustomer', (body) => ({ data: body })),
  },
  {
    rule: 'USER-1',
    does: 'registers a phone number that is not in E.164 form',
    verdict: 'implied: differs',
    replace: ignoreViolationsOf('USER-1d'),
  },
  {
    rule: 'USER-2',
    does: 'refuses to register a customer twice',
    replace: wrapHandler('registerCustomer', async (shipped, call) => {
      if (await findUser(call))
        throw new Refusal('conflict', { rule: 'USER-2', message: 'This phone number is taken.' });
      return shipped(call);
    }),
  },
  {
    rule: 'USER-2',
    does: 'gives a known customer another id',
    verdict: 'assumed: differs',
    replace: wrapHandler('registerCustomer', async (shipped, call) => {
      const known = await findUser(call);
      const result = await shipped(call);
      return known ? { ...result, serviceUserId: randomInt(2 ** 40) } : result;
    }),
  },
  {
    rule: 'USER-4',
    does: 'does not reverse a decline after the right one-time password',
    alsoBlamed: ['ID-2'],
    replace: wrapHandler('validateOtp', async () => ({ data: { valid: true } })),
  },
  {
    rule: 'USER-4',
    does: 'refuses the one-time password of a customer who declined',
    replace: wrapHandler('validateOtp', async (shipped, call) => {
      const user = await call.trx
        .selectFrom('users')
        .where('phone', '=', call.body.phoneNumber)
        .select('consent')
        .executeTakeFirst();
      return user?.consent === 'DECLINED' ? { data: { valid: false } } : shipped(call);
    }),
  },
  {
    rule: 'BANK-1',
    does: 'refuses a bank account that has all of its fields',
    replace: changeAnswer('addBankAccount', 200, () => ({ status: 400 })),
  },
  {
    rule: 'ADDR-1',
    does: 'takes an address without label or country',
    replace: takeAnyBody('addAddress', { data: {} }),
  },
  {
    rule: 'ADDR-1',
    does: 'wants a street',
    replace: wrapHandler('addAddress', (shipped, call) => {
      if (call.body.street !== undefined) return shipped(call);
      throw new Refusal('rule_violation', { rule: 'ADDR-1', message: 'The street is missing.' });
    }),
  },
  { rule: 'ID-1', does: 'takes anything for a national id', replace: takeAnyBody('submitNationalId', { data: {} }) },
  {
    rule: 'ID-1',
    does: 'refuses a national id of ten digits',
    verdict: 'assumed: differs',
    replace: changeAnswer('submitNationalId', 200, () => ({ status: 400 })),
  },
  {
    rule: 'ID-2',
    does: 'calls every one-time password valid',
    verdict: 'assumed: differs',
    alsoBlamed: ['USER-4'],
    replace: wrapHandler('validateOtp', async () => ({ data: { valid: true } })),
  },
  {
    rule: 'ID-2',
    does: 'calls no one-time password valid',
    alsoBlamed: ['USER-4'],
    replace: wrapHandler('validateOtp', async () => ({ data: { valid: false } })),
  },
  {
    rule: 'ID-2',
    does: 'writes as text whether a one-time password is valid',
    alsoBlamed: ['USER-4'],
    replace: changeResult('validateOtp', (body) => ({ data: { valid: body.data.valid ? 'yes' : 'no' } })),
  },
  {
    rule: 'ID-2',
    does: 'takes a one-time password of any type and form',
    alsoBlamed: ['USER-4'],
    replace: takeAnyBody('validateOtp', { data: { valid: false } }),
  },
  {
    rule: 'UAPI-1',
    does: 'calls the id of a linked user id',
    replace: changeResult('linkUser', (body) => ({ ...body, data: rename(body.data, 'user_id', 'id') })),
  },
  {
    rule: 'UAPI-1',
    does: 'leaves out meta',
    replace: changeResult('linkUser', (body) => omit(body, 'meta')),
  },
  {
    rule: 'UAPI-1',
    does: 'writes as text whether a user has to be verified',
    replace: changeResult('linkUser', (body) => ({ ...body, data: { ...body.data, verification_required: 'yes' } })),
  },
  {
    rule: 'UAPI-1',
    does: 'links a user with 201',
    replace: changeAnswer('linkUser', 200, () => ({ status: 201 })),
  },
  {
    rule: 'UAPI-2',
    does: 'leaves out verification_status',
    replace: changeResult('getUser', (body) => ({ ...body, data: omit(body.data, 'verification_status') })),
  },
  {
    rule: 'UAPI-2',
    does: 'gives the record of another user',
    replace: changeResult('getUser', (body) => ({ ...body, data: { ...body.data, user_id: 'usr_another' } })),
  },
  {
    rule: 'UAPI-2',
    does: 'leaves phone out of the record',
    replace: changeResult('getUser', (body) => ({ ...body, data: omit(body.data, 'phone') })),
  },
  {
    rule: 'UAPI-2',
    does: 'writes as a number whether an email is verified',
    replace: changeResult('getUser', (body) => ({
      ...body,
      data: { ...body.data, verification_status: { ...body.data.verification_status, email_verified: 0 } },
    })),
  },
  ...['status', 'created_at', 'updated_at'].map(
    (field): Mutant => ({
      rule: 'UAPI-2',
      does: `leaves ${field} out of the record`,
      verdict: 'implied: differs',
      replace: changeResult('getUser', (body) => ({ ...body, data: omit(body.data, field) })),
    }),
  ),
  {
    rule: 'UAPI-3',
    does: 'takes changes of a user, and changes nothing',
    verdict: 'implied: differs',
    replace: wrapHandler('updateUser', (shipped, call) => shipped({ ...call, body: {} })),
  },
  {
    rule: 'UAPI-6',
    does: 'has no rate-limit header',
    verdict: 'not checkable',
    replace: changeAnswer('any', 200, ({ headers }) => ({
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !/limit/i.test(name))),
    })),
  },
  {
    rule: 'UAPI-4',
    does: 'has another code for invalid input',
    replace: changeAnswer('linkUser', 400, ({ body }) => ({
      body: { ...(body as object), error: { ...(body as { error: object }).error, code: 'INVALID' } },
    })),
  },
  {
    rule: 'UAPI-4',
    does: 'does not say which field is invalid',
    replace: changeAnswer('linkUser', 400, ({ body }) => ({
      body: { ...(body as object), error: omit((body as { error: Record<string, unknown> }).error, 'details') },
    })),
  },
  {
    rule: 'UAPI-4',
    does: 'answers invalid input with 422',
    replace: changeAnswer('linkUser', 400, () => ({ status: 422 })),
  },
  {
    rule: 'UAPI-4',
    does: 'calls a refusal a success',
    replace: changeAnswer('updateUser', 400, ({ body }) => ({ body: { ...(body as object), success: true } })),
  },
  {
    rule: 'UAPI-5',
    does: 'answers an unknown user with 400',
    replace: changeAnswer('getUser', 404, () => ({ status: 400 })),
  },
  {
    rule: 'UAPI-5',
    does: 'has another code for an unknown user',
    replace: changeAnswer('updateUser', 404, ({ body }) => ({
      body: { ...(body as object), error: { ...(body as { error: object }).error, code: 'NOT_FOUND' } },
    })),
  },
];
