import { type Change, remove, removeRequired, rename, renameField, requireField, set, setField } from './changes.ts';

const form = 'application/x-www-form-urlencoded';

const oneOf = (...values: string[]) => ({ type: 'string', enum: values });
const tokens = (...schemes: string[]) => schemes.map((scheme) => ({ [scheme]: [] }));
/** An answer. The default would cover it. */
const answer = (operation: string, status: string) => [
  [operation, 'responses', status] as const,
  [operation, 'responses', 'default'] as const,
];

/** Changes of the document, each of which breaks something that the client or the receiver relies on. */
export const mutations: readonly (readonly [name: string, change: Change])[] = [
  ['a path is renamed', rename(['paths', '/users/link'], '/users/connect')],
  [
    'a segment of a path is renamed',
    rename(
      ['paths', '/api/external/profiles/{serviceUserId}/addresses'],
      '/api/external/profiles/{serviceUserId}/address',
    ),
  ],
  ['a method changes', rename(['paths', '/api/external/contracts/{contractId}/parties', 'patch'], 'put')],
  ['a success is removed', remove(...answer('requestTicket', '200'))],
  ['the bare 500 is removed', remove(...answer('startPayment', '500'))],
  ['a refusal is removed', remove(...answer('getUser', '404'))],
  ['a field of a request is renamed', renameField('Address', 'countryCode', 'country')],
  ['a field of a request has another type', setField('MilestoneRequest', 'itemPrice', { type: 'string' })],
  ['a field of a request becomes required', requireField('Address', 'city')],
  ['a field that nobody sends becomes required in a request', requireField('ParentContractRequest', 'tenant')],
  ['the values of a request are narrowed', setField('ValidateOtpRequest', 'type', oneOf('SERVICE_OTP'))],
  ['a fixed value of a request changes', setField('ParentContractRequest', 'senderRole', oneOf('PROVIDER'))],
  ['a pattern of a request is tightened', setField('BankAccount', 'iban', { type: 'string', pattern: '^SA\\d{20}$' })],
  ['a format of a request changes', setField('MilestoneRequest', 'deadLine', { type: 'string', format: 'date' })],
  ['a field that is sent is forbidden', setField('BrokerParty', 'arbitrator', { not: {} })],
  ['a role has another name', setField('CustomerParty', 'role', oneOf('BUYER'))],
  [
    'a map has other values',
    setField('AddPartiesRequest', 'mileStonesParties', { type: 'object', additionalProperties: { type: 'string' } }),
  ],
  ['a map becomes a list', setField('AddPartiesRequest', 'mileStonesParties', { type: 'array', items: {} })],
  ['a field of a form is renamed', renameField('TicketRequest', 'login_hint', 'phone')],
  ['a form becomes JSON', rename(['requestTicket', 'requestBody', 'content', form], 'application/json')],
  ['JSON becomes a form', rename(['registerCustomer', 'requestBody', 'content', 'application/json'], form)],
  ['a query parameter is renamed', set(['startPayment', 'parameters', 'redirectUrl', 'name'], 'returnUrl')],
  ['a query parameter has other values', set(['startPayment', 'parameters', 'paymentType', 'schema'], oneOf('HOLD'))],
  [
    'a query parameter that nobody sends becomes required',
    ({ paths }) =>
      paths['/users/{userId}']?.parameters?.push({
        name: 'expand',
        in: 'query',
        required: true,
        schema: { type: 'string' },
      }),
  ],
  ['a path parameter has another type', set(['components', 'parameters', 'contractId', 'schema'], { type: 'integer' })],
  ['a field of an answer is renamed', renameField('RegisteredCustomer', 'serviceUserId', 'userId')],
  ['a field of an answer is removed', remove(['CreatedMilestone', 'properties', 'fee'])],
  ['a field of an answer has another type', setField('Ticket', 'expiresIn', { type: 'string' })],
  ['an answer is wrapped', setField('CreatedContractResult', 'data', { type: 'array', items: {} })],
  ['a text of an answer becomes an object', setField('StartedPayment', 'data', { type: 'object' })],
  ['the values of an answer change', setField('CreatedContract', 'status', oneOf('DRAFT'))],
  ['a field of an answer may be missing', removeRequired('Ticket', 'ticket')],
  ['a field deep in an answer may be missing', removeRequired('VerificationStatus', 'kyc_status')],
  [
    'the code of a refusal changes',
    set(['UserNotFoundRefusal', 'properties', 'error', 'properties'], {
      code: oneOf('NO_USER'),
      message: { type: 'string' },
    }),
  ],
  ['the error of a refusal may be missing', removeRequired('TicketRefusal', 'error')],
  ['another token is required', set(['createContract', 'security'], tokens('organizationToken'))],
  ['one of two tokens is no longer accepted', set(['submitNationalId', 'security'], tokens('legacyUserToken'))],
  ['a token becomes required', set(['requestTicket', 'security'], tokens('clientAdminToken'))],
  ['a token is no longer required', set(['addAddress', 'security'], tokens())],
  ['a field of the event is renamed', renameField('PaidContractEvent', 'contractId', 'milestoneId')],
  ['a field of the event has another type', setField('PaidContractEvent', 'referenceId', { type: 'integer' })],
  ['a status of the event changes', setField('PaidContractEvent', 'status', oneOf('FUNDED'))],
  ['a field of the event may be missing', removeRequired('PaidContractEvent', 'referenceId')],
  [
    'the header of the signature is renamed',
    set(['contractEvent', 'parameters', 'Service-Signature', 'name'], 'Signature'),
  ],
  [
    'the signature has another form',
    set(['contractEvent', 'parameters', 'Service-Signature', 'schema'], { type: 'string', pattern: '^sha512=' }),
  ],
];
