import { describe, expect, test } from 'vitest';
import { findRule, operations } from '../src/index.ts';
import { createRequestValidator, createValidator, type OperationDocument, type RequestParts } from '../src/validate.ts';
import { browserAddresses, requestExample, schemaCases } from './schema-cases.ts';

describe.for(schemaCases)('$schema', ({ rule, schema, accepts, refuses, at, named }) => {
  const validate = createValidator(`#/components/schemas/${schema}`);

  test(`${rule} ${accepts[0]}`, () => {
    expect(validate(accepts[1])).toEqual([]);
  });

  test(`${rule} ${refuses[0]}`, () => {
    const violations = validate(refuses[1]);

    expect(violations.map(({ path }) => path)).toContain(at);
    const found = violations.find(({ path }) => path === at);
    expect(found).toMatchObject({ rule: named, basis: findRule(named)?.basis });
  });
});

const query = { redirectUrl: 'https://shop.example/return', paymentType: 'PURCHASE' };
const startOf = (changes: object): RequestParts => ({
  path: { milestoneId: 'milestone-1', clientId: 'sandbox-client' },
  query: Object.fromEntries(Object.entries({ ...query, ...changes }).filter(([, value]) => value !== undefined)),
});
const accountOf = (serviceUserId: string): RequestParts => ({
  path: { serviceUserId },
  body: requestExample('addBankAccount', 'seller'),
});

test.each<[string, string, RequestParts]>([
  ['PAY-1a a start of payment with its two query values is accepted', 'startPayment', startOf({})],
  ['PAY-1a an unknown paymentType is accepted', 'startPayment', startOf({ paymentType: 'ANOTHER' })],
  ['PAY-1d a redirectUrl with a query is accepted', 'startPayment', startOf({ redirectUrl: 'https://a.example/?b=1' })],
  ...browserAddresses.flatMap((address) =>
    [address, new URL(address).href].map((redirectUrl): [string, string, RequestParts] => [
      `PAY-1d the redirectUrl ${redirectUrl} is accepted`,
      'startPayment',
      startOf({ redirectUrl }),
    ]),
  ),
  ['PAY-1b a scheme in capitals is accepted', 'startPayment', startOf({ redirectUrl: 'HTTPS://a.example/' })],
  ['USER-1a a serviceUserId of digits is accepted', 'addBankAccount', accountOf('1001')],
])('%s', (_title, operationId, request) => {
  expect(createRequestValidator(operationId)(request)).toEqual([]);
});

test.each<[string, string, RequestParts, string]>([
  ['PAY-1a no redirectUrl is refused', 'startPayment', startOf({ redirectUrl: undefined }), 'query redirectUrl'],
  ['PAY-1a no paymentType is refused', 'startPayment', startOf({ paymentType: undefined }), 'query paymentType'],
  ['PAY-1d no host is refused', 'startPayment', startOf({ redirectUrl: 'https://' }), 'query redirectUrl'],
  ['PAY-1d no URL is refused', 'startPayment', startOf({ redirectUrl: 'https://a b.example/' }), 'query redirectUrl'],
  ['PAY-1b code is refused', 'startPayment', startOf({ redirectUrl: 'javascript:alert(1)' }), 'query redirectUrl'],
  ['USER-1a a word as serviceUserId is refused', 'addBankAccount', accountOf('first'), 'path serviceUserId'],
  [
    'HOOK-2 a signature that is not 64 hex digits is refused',
    'contractEvent',
    { header: { 'service-signature': 'sha256=abc' }, body: { status: 'ANOTHER' } },
    'header service-signature',
  ],
])('%s', (title, operationId, request, place) => {
  const [rule = ''] = title.split(' ');

  const violations = createRequestValidator(operationId)(request);

  expect(violations.map((violation) => `${violation.in} ${violation.path}`)).toEqual([place]);
  expect(violations[0]).toMatchObject({ rule, basis: findRule(rule)?.basis });
});

test('an absent body is a violation only if one is required', () => {
  expect(createRequestValidator('createPayment')({})).toEqual([]);
  expect(createRequestValidator('linkUser')({})).toMatchObject([{ in: 'body', path: '', rule: 'UAPI-1' }]);
});

test.each(operations)('$id accepts the examples of its request', ({ id, body }) => {
  for (const [name, { value }] of Object.entries(body?.examples ?? {})) {
    const violations = createRequestValidator(id)({ body: value }).filter((found) => found.in === 'body');

    expect(violations, name).toEqual([]);
  }
});

const validateParties = createValidator('#/components/schemas/AddPartiesRequest');

test('every violation is listed with its path, rule and remedy', () => {
  const violations = validateParties({
    mileStonesParties: {
      first: [{ role: 'PROVIDER', phoneNumber: '+966500000002', amount: '950', isSender: false }, { role: 'BROKER' }],
    },
  });

  expect(violations.map(({ path, rule }) => `${path} ${rule}`).sort()).toEqual([
    'mileStonesParties.first[0].amount PARTY-0c',
    'mileStonesParties.first[0].isSender PARTY-3',
    'mileStonesParties.first[1].amount PARTY-0a',
    'mileStonesParties.first[1].arbitrator PARTY-1a',
    'mileStonesParties.first[1].isSender PARTY-1a',
    'mileStonesParties.first[1].phoneNumber PARTY-0a',
  ]);
  expect(violations.every(({ remedy }) => remedy !== undefined)).toBe(true);
});

test('a violation concerns only the schema that the role names', () => {
  const party = { role: 'CUSTOMER', phoneNumber: '+966500000001', amount: 1, arbitrator: true, isSender: true };

  expect(validateParties({ mileStonesParties: { first: [party] } })).toEqual([
    {
      path: 'mileStonesParties.first[0].arbitrator',
      pointer: '/mileStonesParties/first/0/arbitrator',
      keyword: 'enum',
      rule: 'PARTY-2a',
      basis: 'implied',
      remedy: 'Set arbitrator to false. A customer is never the arbitrator.',
      message: 'must be false',
    },
  ]);
});

test.for(['%41', 'a/b~c', '~1', 'مرحلة ١'])('the path contains the key %j unchanged', (key) => {
  const violations = validateParties({
    mileStonesParties: { [key]: [{ role: 'PROVIDER', phoneNumber: '+966500000002', amount: 950, isSender: false }] },
  });

  expect(violations).toMatchObject([{ path: `mileStonesParties.${key}[0].isSender`, rule: 'PARTY-3' }]);
});

test('a violation never contains the value', () => {
  const validate = createValidator('#/components/schemas/TicketRequest');
  const marker = 'must-stay-secret';

  const violations = validate({ grant_type: marker, client_id: [marker], client_secret: [marker], scope: marker });

  expect(violations).toHaveLength(5);
  expect(JSON.stringify(violations)).not.toContain(marker);
});

test('at most a hundred violations are listed, without repeats', () => {
  const milestones = Array.from({ length: 1000 }, () => ({}));
  const validate = createValidator('#/components/schemas/AddMilestonesRequest');

  const violations = validate({ milestones });

  expect(violations).toHaveLength(100);
  expect(violations.slice(0, 9)).toEqual(validate({ milestones: [{}] }));
  expect(new Set(violations.map(({ path }) => path)).size).toBe(100);
});

test("a caller's schema may refer to the document", () => {
  const validate = createValidator({ type: 'array', items: { $ref: '#/components/schemas/Address' } });

  expect(validate([{ addressLabel: 'HOME' }])).toMatchObject([{ path: '[0].countryCode', rule: 'ADDR-1' }]);
});

test('a pointer to nothing and an unknown operation are errors', () => {
  expect(() => createValidator('#/components/schemas/NoSuchSchema')).toThrow('NoSuchSchema');
  expect(() => createRequestValidator('noSuchOperation')).toThrow('noSuchOperation');
});

test("a document other than the service's is validated with its own references and parameters", () => {
  const document = {
    paths: {
      '/doors/{door}': {
        parameters: [{ $ref: '#/components/parameters/Door' }],
        put: {
          operationId: 'openDoor',
          requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Opening' } } } },
        },
      },
    },
    components: {
      parameters: { Door: { name: 'door', in: 'path', required: true, schema: { type: 'integer' } } },
      schemas: {
        Opening: { type: 'object', required: ['width'], properties: { width: { $ref: '#/components/schemas/Width' } } },
        Width: { type: 'number', minimum: 0 },
      },
    },
  } as unknown as OperationDocument;

  const validate = createRequestValidator('openDoor', document);

  expect(validate({ path: { door: '1' }, body: { width: 1 } })).toEqual([]);
  expect(validate({ path: { door: 'x' }, body: { width: -1 } })).toMatchObject([
    { in: 'path', path: 'door' },
    { in: 'body', path: 'width' },
  ]);
  expect(() => createRequestValidator('createContract', document)).toThrow('createContract');
});
