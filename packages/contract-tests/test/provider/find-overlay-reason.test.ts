import { openApiDocument } from '@escrow-kit/spec';
import { expect, test } from 'vitest';
import { findOverlayReason } from '../../src/verify/find-overlay-reason.ts';
import { type Change, remove, removeRequired, rename, requireField, set, setField } from '../document/changes.ts';
import { allInteractions } from '../support/pacts.ts';

const headers = (name: string) => [{ name, in: 'header', required: true, schema: { type: 'string' } }];
const wrong = 'an overlay makes the request wrong: ';

test.for<[check: string, change: Change, reason: string | undefined]>([
  [
    'ADDR-1',
    rename(['paths', '/api/external/profiles/{serviceUserId}/addresses'], '/v3/{serviceUserId}'),
    'an overlay has addAddress at POST /v3/{serviceUserId}',
  ],
  [
    'TICKET-1',
    rename(['requestTicket', 'requestBody', 'content', 'application/x-www-form-urlencoded'], 'application/json'),
    'an overlay has requestTicket with the media type application/json',
  ],
  [
    'AUTH-3',
    set(['createContract', 'security'], [{ organizationToken: [] }]),
    'an overlay has other tokens for createContract',
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
    'an overlay allows what the request does wrong',
  ],
  ['ADDR-1 an address without countryCode', requireField('Address', 'city'), undefined],
  ['PAY-4', remove(['startPayment', 'responses', '500']), 'an overlay has another status of the answer'],
  ['CONTRACT-2', rename(['createContract', 'responses', '200'], '201'), 'an overlay has another status of the answer'],
  ['CONTRACT-2', rename(['CreatedContract', 'properties', 'id'], 'uuid'), 'an overlay changes data.id of the answer'],
  ['CONTRACT-2', removeRequired('CreatedContract', 'id'), 'an overlay changes data.id of the answer'],
  [
    'STATE-1 a milestone',
    setField('CreatedMilestone', 'status', { type: 'string', enum: ['NEW'] }),
    'an overlay changes data.milestones[0].status of the answer',
  ],
  ['UAPI-1', requireField('LinkedUser', 'added'), undefined],
  [
    'HOOK-1 the event of PAID',
    (document) => document['x-milestone-states'].splice(2, 1, 'FUNDED'),
    'an overlay has no milestone that is PAID',
  ],
  [
    'HOOK-1 the event of PAID',
    setField('PaidContractEvent', 'referenceId', { type: 'integer' }),
    'an overlay changes referenceId of the answer',
  ],
  ['HOOK-2', set(['contractEvent', 'x-signature'], { header: 'X-Hmac' }), 'an overlay has another signature of events'],
  ['HOOK-1 the event of PAID', set(['contractEvent', 'x-signature'], { header: 'X-Hmac' }), undefined],
])('%s under another document: %#', ([check, change, reason]) => {
  const document = structuredClone(openApiDocument);
  const interaction = allInteractions.find(({ description }) => description.startsWith(check));
  change(document);

  expect(interaction && [findOverlayReason(interaction), findOverlayReason(interaction, document)]).toEqual([
    undefined,
    reason,
  ]);
});
