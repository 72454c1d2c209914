import { listOperations, openApiDocument } from '@escrow-kit/spec';
import { expect, test } from 'vitest';
import { findDocumentReason, findReason } from '../../src/verify/find-reason.ts';
import { allInteractions } from '../support/pacts.ts';

// biome-ignore lint/suspicious/noExplicitAny: the parts of a document are taken apart by their keys
type Part = any;

/** The parts of a document by their names, which a change edits in place. */
interface Parts {
  document: Part;
  operations: Record<string, Part>;
  schemas: Record<string, Part>;
}

function rename(holder: Part, from: string, to: string): void {
  holder[to] = holder[from];
  delete holder[from];
}

const headers = (name: string) => [{ name, in: 'header', required: true, schema: { type: 'string' } }];
const wrong = 'the document makes the request wrong: ';

test.for<[check: string, change: (parts: Parts) => void, reason: string | undefined]>([
  [
    'ADDR-1',
    ({ document }) => rename(document.paths, '/api/external/profiles/{serviceUserId}/addresses', '/v3/{serviceUserId}'),
    'the document has addAddress at POST /v3/{serviceUserId}',
  ],
  [
    'TICKET-1',
    ({ operations }) =>
      rename(operations['requestTicket'].requestBody.content, 'application/x-www-form-urlencoded', 'application/json'),
    'the document has requestTicket with the media type application/json',
  ],
  [
    'AUTH-3',
    ({ operations }) => Object.assign(operations['createContract'], { security: [{ organizationToken: [] }] }),
    'the document has other tokens for createContract',
  ],
  [
    'CONTRACT-1',
    ({ operations }) => Object.assign(operations['createContract'], { parameters: headers('X-Tenant') }),
    `${wrong}header x-tenant is missing`,
  ],
  ['BANK-1', ({ schemas }) => schemas['BankAccount'].required.push('bankName'), `${wrong}body bankName is missing`],
  [
    'ADDR-1 an address without countryCode',
    ({ schemas }) => schemas['Address'].required.splice(schemas['Address'].required.indexOf('countryCode'), 1),
    'the document allows what the request does wrong',
  ],
  [
    'PAY-4',
    ({ operations }) => delete operations['startPayment'].responses['500'],
    'the document has another status of the answer',
  ],
  [
    'CONTRACT-2',
    ({ schemas }) => rename(schemas['CreatedContract'].properties, 'id', 'uuid'),
    'the document changes data.id of the answer',
  ],
  ['UAPI-1', ({ schemas }) => schemas['LinkedUser'].required.push('added'), undefined],
  [
    'HOOK-5 PAID',
    ({ document }) => document['x-milestone-states'].splice(2, 1, 'FUNDED'),
    'the document has no milestone state PAID',
  ],
  [
    'HOOK-1',
    ({ schemas }) => Object.assign(schemas['PaidContractEvent'].properties, { referenceId: { type: 'integer' } }),
    'the document changes referenceId of the answer',
  ],
  ...(['HOOK-2', 'HOOK-1'] as const).map((rule): [string, (parts: Parts) => void, string | undefined] => [
    rule,
    ({ document }) => {
      document['x-webhooks'].contractEvent.post['x-signature'] = { header: 'X-Hmac' };
    },
    rule === 'HOOK-2' ? 'the document has another signature of events' : undefined,
  ]),
])('%s under another document: %#', ([check, change, reason]) => {
  const document = structuredClone(openApiDocument);
  const operations = Object.fromEntries(listOperations(document).map(({ id, definition }) => [id, definition]));
  const interaction = allInteractions.find(({ description }) => description.startsWith(check));
  change({ document, operations, schemas: document.components.schemas });

  expect(interaction && [findDocumentReason(interaction), findDocumentReason(interaction, document)]).toEqual([
    undefined,
    reason,
  ]);
});

test('STATE-3 with --invitations, what needs a started payment is left out', () => {
  const control = { url: 'http://127.0.0.1' };
  const leftOut = allInteractions.filter(
    (one) => findReason(one, { hosts: {}, credentials: {}, control, hasInvitations: true })?.kind === 'invitations',
  );

  const rules = leftOut.map(({ description }) => description.split(' ')[0]);
  expect(rules).toEqual(expect.arrayContaining(['STATE-2', 'PAY-1', 'TICKET-1']));
  expect(rules).not.toContain('AUTH-4');
});
