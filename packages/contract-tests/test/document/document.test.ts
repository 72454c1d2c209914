import { listOperations, type OpenApiDocument, openApiDocument } from '@escrow-kit/spec';
import { expect, test } from 'vitest';
import type { Interaction } from '../../src/pacts/pacts.ts';
import { allInteractions } from '../support/pacts.ts';
import { comparePacts } from './compare-pacts.ts';
import { findFieldObjections, findTokenObjections } from './own-objections.ts';

const ofComparator: string[] = [];
for await (const objection of comparePacts(openApiDocument)) ofComparator.push(objection);

test('every interaction fits the document, except those that send another media type on purpose', () => {
  const onPurpose = allInteractions.filter(({ response }) => response?.status === 415);

  expect(ofComparator).toEqual(onPurpose.map(({ description }) => `request.content-type.incompatible ${description}`));
});

test('every interaction sends the kind of token that the document names', () => {
  expect(findTokenObjections(openApiDocument)).toEqual([]);
});

test('the client relies on no field of an answer that the document does not require, except what it sent itself', () => {
  const sentItself = ['getUser $.data.email', 'getUser $.data.name', 'getUser $.data.phone'];
  // Only an implied check reads these (UAPI-2a).
  const ofTheRecord = ['getUser $.data.created_at', 'getUser $.data.status', 'getUser $.data.updated_at'];
  // A field that is missing has no value (UAPI-4).
  const ofSomeRefusals = ['linkUser $.error.details.value'];

  expect(findFieldObjections(openApiDocument)).toEqual([...sentItself, ...ofTheRecord, ...ofSomeRefusals]);
});

test('a call that another kind of token is served for is found', () => {
  const [call] = allInteractions.filter(({ description }) => description.startsWith('AUTH-4 '));
  const served = { ...call, response: { status: 200 } } as Interaction;

  expect(findTokenObjections(openApiDocument, [served])).toHaveLength(1);
});

// biome-ignore lint/suspicious/noExplicitAny: the parts of a document are changed by their keys
type Part = any;

const operation = (document: OpenApiDocument, wanted: string): Part =>
  listOperations(document).find(({ id }) => id === wanted)?.definition;
const schema = ({ components }: OpenApiDocument, name: string): Part => components.schemas[name];
const event = (document: OpenApiDocument): Part => document['x-webhooks']['contractEvent']?.post;

/** Gives a key another name. */
function rename(holder: Part, from: string, to: string): void {
  holder[to] = holder[from];
  delete holder[from];
}

/** Changes of the document, each of which breaks something that the client or the receiver relies on: one for each kind of place. */
const changes: Readonly<Record<string, (document: OpenApiDocument) => void>> = {
  'a path is renamed': ({ paths }) => rename(paths, '/users/link', '/users/connect'),
  'a method changes': ({ paths }) => rename(paths['/api/external/contracts/{contractId}/parties'], 'patch', 'put'),
  'a success is removed': (document) => {
    const { responses } = operation(document, 'requestTicket');
    for (const status of ['200', 'default']) delete responses[status];
  },
  'a field that nobody sends becomes required in a request': (document) =>
    schema(document, 'Address').required.push('city'),
  'a field of a request has another type': (document) => {
    schema(document, 'MilestoneRequest').properties.itemPrice = { type: 'string' };
  },
  'a form becomes JSON': (document) =>
    rename(
      operation(document, 'requestTicket').requestBody.content,
      'application/x-www-form-urlencoded',
      'application/json',
    ),
  'a query parameter has other values': (document) => {
    const parameters: Part[] = operation(document, 'startPayment').parameters;
    parameters.find(({ name }) => name === 'paymentType').schema = { type: 'string', enum: ['HOLD'] };
  },
  'a field of an answer has another type': (document) => {
    schema(document, 'Ticket').properties.expiresIn = { type: 'string' };
  },
  'a field of an answer may be missing': (document) => {
    schema(document, 'Ticket').required = ['expiresIn'];
  },
  'a field deep in an answer may be missing': (document) => {
    schema(document, 'VerificationStatus').required = [];
  },
  'another token is required': (document) => {
    operation(document, 'createContract').security = [{ organizationToken: [] }];
  },
  'one of two tokens is no longer accepted': (document) => {
    operation(document, 'submitNationalId').security = [{ legacyUserToken: [] }];
  },
  'a token is no longer required': (document) => {
    operation(document, 'addAddress').security = [];
  },
  'a field of the event has another type': (document) => {
    schema(document, 'PaidContractEvent').properties.referenceId = { type: 'integer' };
  },
  'a field of the event may be missing': (document) => {
    schema(document, 'PaidContractEvent').required = ['contractId', 'status'];
  },
  'the header of the signature is renamed': (document) => {
    const parameters: Part[] = event(document).parameters;
    parameters.find(({ name }) => name === 'Service-Signature').name = 'Signature';
  },
};

const ownObjections = (document: OpenApiDocument): string[] => [
  ...findTokenObjections(document),
  ...findFieldObjections(document),
];

const accepted = new Set([...ownObjections(openApiDocument), ...ofComparator]);

/** The first objection to a changed document: of our own checks or, because it is slow, then of the comparator. */
async function findObjection(document: OpenApiDocument): Promise<string | undefined> {
  const own = ownObjections(document).find((objection) => !accepted.has(objection));
  if (own) return own;
  for await (const objection of comparePacts(document)) if (!accepted.has(objection)) return objection;
  return undefined;
}

test.for(Object.entries(changes))('a document is rejected if %s', async ([, change]) => {
  const document = structuredClone(openApiDocument);
  change(document);

  expect(await findObjection(document)).toBeDefined();
});
