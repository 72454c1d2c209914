import { openApiDocument } from '@escrow-kit/spec';
import { expect, test } from 'vitest';
import { findDocumentReason } from '../../src/verify/find-document-reason.ts';
import { type Change, remove, removeRequired, rename, requireField, set, setField } from '../document/changes.ts';
import { allInteractions } from '../support/pacts.ts';

const headers = (name: string) => [{ name, in: 'header', required: true, schema: { type: 'string' } }];
const wrong = 'the document makes the request wrong: ';

test.for<[check: string, change: Change, reason: string | undefined]>([
  [
    'ADDR-1',
    rename(['paths', '/api/external/profiles/{serviceUserId}/addresses'], '/v3/{serviceUserId}'),
    'the document has addAddress at POST /v3/{serviceUserId}',
  ],
  [
    'TICKET-1',
    rename(['requestTicket', 'requestBody', 'content', 'application/x-www-form-urlencoded'], 'application/json'),
    'the document has requestTicket with the media type application/json',
  ],
  [
    'AUTH-3',
    set(['createContract', 'security'], [{ organizationToken: [] }]),
    'the document has other tokens for createContract',
  ],
  [
    'CONTRACT-1',
    (document) =>
      Object.assign(document.paths['/api/external/contracts']?.post ?? {}, { parameters: headers('X-Tenant') }),
    `${wrong}header x-tenant is missing`,
  ],
  ['BANK-1', requireField('BankAccount', 'bankName'), `${wrong}body bankName is missing`],
  [
    'ADDR-1 an address without countryCode',
    removeRequired('Address', 'countryCode'),
    'the document allows what the request does wrong',
  ],
  ['ADDR-1 an address without countryCode', requireField('Address', 'city'), undefined],
  ['PAY-4', remove(['startPayment', 'responses', '500']), 'the document has another status of the answer'],
  [
    'CONTRACT-2',
    rename(['createContract', 'responses', '200'], '201'),
    'the document has another status of the answer',
  ],
  ['CONTRACT-2', rename(['CreatedContract', 'properties', 'id'], 'uuid'), 'the document changes data.id of the answer'],
  ['CONTRACT-2', removeRequired('CreatedContract', 'id'), 'the document changes data.id of the answer'],
  [
    'STATE-1 a milestone',
    setField('CreatedMilestone', 'status', { type: 'string', enum: ['NEW'] }),
    'the document changes data.milestones[0].status of the answer',
  ],
  ['UAPI-1', requireField('LinkedUser', 'added'), undefined],
  [
    'HOOK-1 the event of PAID',
    (document) => document['x-milestone-states'].splice(2, 1, 'FUNDED'),
    'the document has no milestone that is PAID',
  ],
  [
    'HOOK-1 the event of PAID',
    setField('PaidContractEvent', 'referenceId', { type: 'integer' }),
    'the document changes referenceId of the answer',
  ],
  [
    'HOOK-2',
    set(['contractEvent', 'x-signature'], { header: 'X-Hmac' }),
    'the document has another signature of events',
  ],
  ['HOOK-1 the event of PAID', set(['contractEvent', 'x-signature'], { header: 'X-Hmac' }), undefined],
])('%s under another document: %#', ([check, change, reason]) => {
  const document = structuredClone(openApiDocument);
  const interaction = allInteractions.find(({ description }) => description.startsWith(check));
  change(document);

  expect(interaction && [findDocumentReason(interaction), findDocumentReason(interaction, document)]).toEqual([
    undefined,
    reason,
  ]);
});
