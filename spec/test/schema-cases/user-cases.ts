import { requestExample } from '../bundle-copy.ts';
import { type SchemaCase, without } from './schema-case.ts';

const link = requestExample('linkUser', 'user');
const signUp = requestExample('legacySignUp', 'buyer');
const meta = { request_id: 'request-1', timestamp: '2030-01-01T00:00:00Z' };
const verification = { email_verified: true, phone_verified: true, kyc_status: 'approved' };

export const userCases: SchemaCase[] = [
  ...['email', 'phone', 'name'].map((name) => ({
    rule: 'UAPI-1',
    schema: 'LinkUserRequest',
    accepted: { title: `a user with ${name} and without metadata is accepted`, value: without(link, 'metadata') },
    refused: { title: `a user without ${name} is refused`, value: without(link, name), at: name },
  })),
  {
    rule: 'UAPI-2',
    schema: 'UserRecordResult',
    accepted: {
      title: 'a record with its verification status is accepted',
      value: { success: true, data: { user_id: 'usr_1', verification_status: verification }, meta },
    },
    refused: {
      title: 'a record without verification status is refused',
      value: { success: true, data: { user_id: 'usr_1' }, meta },
      at: 'data.verification_status',
    },
  },
  {
    rule: 'UAPI-3',
    schema: 'UpdateUserRequest',
    accepted: { title: 'a name alone is accepted', value: { name: 'Example Buyer' } },
    refused: { title: 'metadata as text is refused', value: { metadata: 'note' }, at: 'metadata' },
  },
  {
    rule: 'UAPI-4',
    schema: 'ValidationRefusal',
    accepted: {
      title: 'VALIDATION_ERROR with its details is accepted',
      value: {
        success: false,
        error: { code: 'VALIDATION_ERROR', message: 'Invalid', details: { field: 'phone', value: 5 } },
      },
    },
    refused: {
      title: 'VALIDATION_ERROR without details is refused',
      value: { success: false, error: { code: 'VALIDATION_ERROR', message: 'Invalid' } },
      at: 'error.details',
    },
  },
  {
    rule: 'UAPI-5',
    schema: 'UserNotFoundRefusal',
    accepted: {
      title: 'USER_NOT_FOUND is accepted',
      value: { success: false, error: { code: 'USER_NOT_FOUND', message: 'No such user' } },
    },
    refused: {
      title: 'a refusal that claims success is refused',
      value: { success: true, error: { code: 'USER_NOT_FOUND', message: 'No such user' } },
      at: 'success',
    },
  },
  {
    rule: 'LEGACY-1',
    schema: 'LegacySignUpRequest',
    accepted: { title: 'a clientUserId as text is accepted', value: signUp },
    refused: {
      title: 'a clientUserId that is not a string is refused',
      value: { ...signUp, clientUserId: 1 },
      at: 'clientUserId',
    },
    named: 'LEGACY-1c',
  },
  {
    rule: 'LEGACY-1c',
    schema: 'LegacySignUpRequest',
    accepted: { title: 'a firstName as text is accepted', value: signUp },
    refused: {
      title: 'a firstName that is not a string is refused',
      value: { ...signUp, firstName: 1 },
      at: 'firstName',
    },
  },
  {
    rule: 'LEGACY-1a',
    schema: 'LegacySignUpRequest',
    accepted: { title: 'a sign-up with its four fields is accepted', value: signUp },
    refused: {
      title: 'a sign-up without clientUserId is refused',
      value: without(signUp, 'clientUserId'),
      at: 'clientUserId',
    },
  },
];
