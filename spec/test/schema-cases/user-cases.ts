import { requestExample } from '../document-parts.ts';
import { type SchemaCase, without } from './schema-case.ts';

const link = requestExample('linkUser', 'user');
const signUp = requestExample('legacySignUp', 'buyer');
const meta = { request_id: 'request-1', timestamp: '2030-01-01T00:00:00Z' };
const verification = { email_verified: true, phone_verified: true, kyc_status: 'approved' };

export const userCases: SchemaCase[] = [
  ...['email', 'phone', 'name'].map(
    (name): SchemaCase => ({
      rule: 'UAPI-1',
      schema: 'LinkUserRequest',
      accepts: [`a user with ${name} and without metadata is accepted`, without(link, 'metadata')],
      refuses: [`a user without ${name} is refused`, without(link, name)],
      at: name,
    }),
  ),
  {
    rule: 'UAPI-2',
    schema: 'UserRecordResult',
    accepts: [
      'a record with its verification status is accepted',
      { success: true, data: { user_id: 'usr_1', verification_status: verification }, meta },
    ],
    refuses: ['a record without verification status is refused', { success: true, data: { user_id: 'usr_1' }, meta }],
    at: 'data.verification_status',
  },
  {
    rule: 'UAPI-3',
    schema: 'UpdateUserRequest',
    accepts: ['a name alone is accepted', { name: 'Example Buyer' }],
    refuses: ['metadata as text is refused', { metadata: 'note' }],
    at: 'metadata',
  },
  {
    rule: 'UAPI-4',
    schema: 'ValidationRefusal',
    accepts: [
      'VALIDATION_ERROR with its details is accepted',
      {
        success: false,
        error: { code: 'VALIDATION_ERROR', message: 'Invalid', details: { field: 'phone', value: 5 } },
      },
    ],
    refuses: [
      'VALIDATION_ERROR without details is refused',
      { success: false, error: { code: 'VALIDATION_ERROR', message: 'Invalid' } },
    ],
    at: 'error.details',
  },
  {
    rule: 'UAPI-5',
    schema: 'UserNotFoundRefusal',
    accepts: [
      'USER_NOT_FOUND is accepted',
      { success: false, error: { code: 'USER_NOT_FOUND', message: 'No such user' } },
    ],
    refuses: [
      'a refusal that claims success is refused',
      { success: true, error: { code: 'USER_NOT_FOUND', message: 'No such user' } },
    ],
    at: 'success',
  },
  {
    rule: 'LEGACY-1',
    schema: 'LegacySignUpRequest',
    accepts: ['a clientUserId as text is accepted', signUp],
    refuses: ['a clientUserId that is not a string is refused', { ...signUp, clientUserId: 1 }],
    at: 'clientUserId',
    named: 'LEGACY-1c',
  },
  {
    rule: 'LEGACY-1c',
    schema: 'LegacySignUpRequest',
    accepts: ['a firstName as text is accepted', signUp],
    refuses: ['a firstName that is not a string is refused', { ...signUp, firstName: 1 }],
    at: 'firstName',
  },
  {
    rule: 'LEGACY-1a',
    schema: 'LegacySignUpRequest',
    accepts: ['a sign-up with its four fields is accepted', signUp],
    refuses: ['a sign-up without clientUserId is refused', without(signUp, 'clientUserId')],
    at: 'clientUserId',
  },
];
