import type { Parameter, Schema } from '@escrow-kit/spec';
import {
  addQuery,
  type Change,
  changeMethod,
  changeSignature,
  parameterOf,
  removeRequired,
  removeStatus,
  renameField,
  renameMediaType,
  renamePath,
  requireField,
  schemaOf,
  setField,
  setSecurity,
} from './changes.ts';

/** A change of the document that breaks the client. */
export interface Mutation {
  name: string;
  change: Change;
}

/** Changes of the document, each of which breaks something that the client or the receiver relies on. */
export const mutations: readonly Mutation[] = [
  { name: 'a path is renamed', change: renamePath('/users/link', '/users/connect') },
  {
    name: 'a segment of a path is renamed',
    change: renamePath(
      '/api/external/profiles/{serviceUserId}/addresses',
      '/api/external/profiles/{serviceUserId}/address',
    ),
  },
  { name: 'a method changes', change: changeMethod('/api/external/contracts/{contractId}/parties', 'patch', 'put') },
  // The default would cover them.
  { name: 'a success is removed', change: removeStatus('requestTicket', '200', 'default') },
  { name: 'the bare 500 is removed', change: removeStatus('startPayment', '500', 'default') },
  { name: 'a refusal is removed', change: removeStatus('getUser', '404', 'default') },
  { name: 'a field of a request is renamed', change: renameField('Address', 'countryCode', 'country') },
  {
    name: 'a field of a request has another type',
    change: setField('MilestoneRequest', 'itemPrice', { type: 'string' }),
  },
  { name: 'a field of a request becomes required', change: requireField('Address', 'city') },
  {
    name: 'a field that nobody sends becomes required in a request',
    change: requireField('ParentContractRequest', 'tenant'),
  },
  {
    name: 'the values of a request are narrowed',
    change: setField('ValidateOtpRequest', 'type', { type: 'string', enum: ['SERVICE_OTP'] }),
  },
  {
    name: 'a fixed value of a request changes',
    change: setField('ParentContractRequest', 'senderRole', { type: 'string', enum: ['PROVIDER'] }),
  },
  {
    name: 'a pattern of a request is tightened',
    change: setField('BankAccount', 'iban', { type: 'string', pattern: '^SA\\d{20}$' }),
  },
  {
    name: 'a format of a request changes',
    change: setField('MilestoneRequest', 'deadLine', { type: 'string', format: 'date' }),
  },
  { name: 'a field that is sent is forbidden', change: setField('BrokerParty', 'arbitrator', { not: {} }) },
  { name: 'a role has another name', change: setField('CustomerParty', 'role', { type: 'string', enum: ['BUYER'] }) },
  {
    name: 'a map has other values',
    change: setField('AddPartiesRequest', 'mileStonesParties', {
      type: 'object',
      additionalProperties: { type: 'string' },
    }),
  },
  {
    name: 'a map becomes a list',
    change: setField('AddPartiesRequest', 'mileStonesParties', { type: 'array', items: {} }),
  },
  { name: 'a field of a form is renamed', change: renameField('TicketRequest', 'login_hint', 'phone') },
  {
    name: 'a form becomes JSON',
    change: renameMediaType('requestTicket', 'application/x-www-form-urlencoded', 'application/json'),
  },
  {
    name: 'JSON becomes a form',
    change: renameMediaType('registerCustomer', 'application/json', 'application/x-www-form-urlencoded'),
  },
  {
    name: 'a query parameter is renamed',
    change: (document) => {
      parameterOf(document, 'startPayment', 'redirectUrl').name = 'returnUrl';
    },
  },
  {
    name: 'a query parameter has other values',
    change: (document) => {
      parameterOf(document, 'startPayment', 'paymentType').schema = { type: 'string', enum: ['HOLD'] };
    },
  },
  { name: 'a query parameter that nobody sends becomes required', change: addQuery('getUser', 'expand') },
  {
    name: 'a path parameter has another type',
    change: ({ components }) => {
      (components.parameters['contractId'] as Parameter).schema = { type: 'integer' };
    },
  },
  { name: 'a field of an answer is renamed', change: renameField('RegisteredCustomer', 'serviceUserId', 'userId') },
  {
    name: 'a field of an answer is removed',
    change: (document) => {
      delete schemaOf(document, 'CreatedMilestone').properties['fee'];
    },
  },
  { name: 'a field of an answer has another type', change: setField('Ticket', 'expiresIn', { type: 'string' }) },
  { name: 'an answer is wrapped', change: setField('CreatedContractResult', 'data', { type: 'array', items: {} }) },
  { name: 'a text of an answer becomes an object', change: setField('StartedPayment', 'data', { type: 'object' }) },
  {
    name: 'the values of an answer change',
    change: setField('CreatedContract', 'status', { type: 'string', enum: ['DRAFT'] }),
  },
  { name: 'a field of an answer may be missing', change: removeRequired('Ticket', 'ticket') },
  { name: 'a field deep in an answer may be missing', change: removeRequired('VerificationStatus', 'kyc_status') },
  {
    name: 'the code of a refusal changes',
    change: (document) => {
      (schemaOf(document, 'UserNotFoundRefusal').properties['error'] as Schema).properties = {
        code: { type: 'string', enum: ['NO_USER'] },
        message: { type: 'string' },
      };
    },
  },
  { name: 'the error of a refusal may be missing', change: removeRequired('TicketRefusal', 'error') },
  { name: 'another token is required', change: setSecurity('createContract', 'organizationToken') },
  { name: 'one of two tokens is no longer accepted', change: setSecurity('submitNationalId', 'legacyUserToken') },
  { name: 'a token becomes required', change: setSecurity('requestTicket', 'clientAdminToken') },
  { name: 'a token is no longer required', change: setSecurity('addAddress') },
  { name: 'a field of the event is renamed', change: renameField('PaidContractEvent', 'contractId', 'milestoneId') },
  {
    name: 'a field of the event has another type',
    change: setField('PaidContractEvent', 'referenceId', { type: 'integer' }),
  },
  {
    name: 'a status of the event changes',
    change: setField('PaidContractEvent', 'status', { type: 'string', enum: ['FUNDED'] }),
  },
  { name: 'a field of the event may be missing', change: removeRequired('PaidContractEvent', 'referenceId') },
  { name: 'the header of the signature is renamed', change: changeSignature({ name: 'Signature' }) },
  {
    name: 'the signature has another form',
    change: changeSignature({ schema: { type: 'string', pattern: '^sha512=' } }),
  },
];
