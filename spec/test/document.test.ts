import { findRuleTests } from '@escrow-kit/tools/rule-tests';
import { describe, expect, test } from 'vitest';
import { rulesOfRequest } from '../generate/refusal-examples.ts';
import { resolveReference } from '../src/document/load.ts';
import {
  attemptsInSeconds,
  eventStatuses,
  getOperation,
  hostNames,
  milestoneStates,
  openApiDocument,
  operations,
  retryDelaysInSeconds,
  rules,
  ruleTopics,
  type Schema,
  type ServiceOperation,
  tokenKinds,
} from '../src/index.ts';
import { createRequestValidator } from '../src/validate.ts';
import { schemaCases } from './schema-cases.ts';

const contractCalls = ['createContract', 'addMilestones', 'addParties', 'startPayment'];
/** The operations of the Users API that are known only by their paths. */
const generic = [
  ...['createGenericContract', 'getGenericContract', 'updateGenericMilestone', 'createPayment', 'getPayment'],
  ...['createVirtualIban', 'createWebhook', 'listWebhooks', 'deleteWebhook'],
];

const schemaAt = (pointer: string) => resolveReference(pointer) as Schema;

/** Finds the operations for which something holds. */
function operationsWhere(holds: (operation: ServiceOperation) => boolean): string[] {
  return operations.filter(holds).map(({ id }) => id);
}

test('AUTH-1 every operation except the ticket call takes a bearer token', () => {
  expect(operationsWhere(({ tokenKinds: kinds }) => kinds.length === 0)).toEqual(['requestTicket']);
});

test.each([
  ['AUTH-2 customers, accounts and addresses', ['organization'], ['registerCustomer', 'addBankAccount', 'addAddress']],
  ['AUTH-3 contracts, milestones, parties and start of payment', ['clientAdmin'], contractCalls],
  ['AUTH-8 identity calls', ['legacyUser', 'clientAdmin'], ['submitNationalId', 'validateOtp']],
  ['AUTH-8 legacy bank and address calls', ['legacyUser'], ['legacyAddIban', 'legacyAddAddress']],
  ['AUTH-9 the legacy sign-up', ['legacyApp'], ['legacySignUp']],
  ['AUTH-11 the Users API', ['apiKey'], ['linkUser', 'getUser', 'updateUser', ...generic]],
])('%s: %j', (_rule, kinds, ids) => {
  for (const id of ids) expect(getOperation(id).tokenKinds, id).toEqual(kinds);
});

test('AUTH-11 the API key is a bearer token', () => {
  expect(openApiDocument.components.securitySchemes['apiKey']).toMatchObject({ scheme: 'bearer' });
});

test('AUTH-6 the ticket call has its credentials in the form and no bearer token', () => {
  const { security, requestBody } = getOperation('requestTicket').definition;
  const { required } = schemaAt('#/components/schemas/TicketRequest');

  expect(security).toEqual([]);
  expect(Object.keys(requestBody?.content ?? {})).toEqual(['application/x-www-form-urlencoded']);
  expect(required).toEqual(expect.arrayContaining(['client_id', 'client_secret']));
});

const takesToken = ({ tokenKinds: kinds }: ServiceOperation) => kinds.length > 0;

test.each<[string, string, (operation: ServiceOperation) => boolean]>([
  ['AUTH-1a a token of another kind', '403', takesToken],
  ['AUTH-1b a missing or unknown token', '401', takesToken],
  ['AUTH-4 the organization token on the calls of contracts', '403', ({ id }) => contractCalls.includes(id)],
  ['AUTH-6a wrong client credentials', '401', ({ id }) => id === 'requestTicket'],
  ['UAPI-6a a request over the limit', '429', ({ definition }) => definition['x-rules'].includes('UAPI-6')],
  ['ERR-1c another media type of a body', '415', ({ body }) => body !== undefined],
  ['ERR-1d malformed JSON', '400', ({ mediaType }) => mediaType === 'application/json'],
])('%s has an example of its refusal with %s', (title, status, isConcerned) => {
  const [rule = ''] = title.split(' ');
  const isIllustrated = ({ responses }: ServiceOperation): boolean => {
    const examples = responses[status]?.content?.['application/json']?.examples ?? {};
    return Object.values(examples).some((example) => example['x-rules']?.includes(rule));
  };

  expect(operationsWhere(isConcerned)).not.toEqual([]);
  expect(operationsWhere((each) => isConcerned(each) && !isIllustrated(each))).toEqual([]);
});

test('PAY-4 start of payment documents a 500 without body and no 404', () => {
  const { responses } = getOperation('startPayment');

  expect(responses['500']).toBeDefined();
  expect(responses['500']).not.toHaveProperty('content');
  expect(responses).not.toHaveProperty('404');
});

/** Finds the operations that refuse some JSON body, or a request without a body. */
function closedBodies(ids: string[]): string[] {
  const bodies = [{ anything: 1 }, [], [{}], 'text', '', 1, false, null, undefined];
  return ids.filter((id) => {
    const validate = createRequestValidator(id);
    const parameters = { path: { id: 'id-1', milestoneId: 'milestone-1' } };
    return bodies.some((body) => validate({ ...parameters, body }).length > 0);
  });
}

test('UAPI-7 the nine operations known only by path take any JSON or none', () => {
  expect(closedBodies(generic)).toEqual([]);
  for (const id of generic) expect(getOperation(id).definition['x-open'], id).toContain('body');
});

test('LEGACY-3 the legacy bank and address calls take any JSON or none', () => {
  expect(closedBodies(['legacyAddIban', 'legacyAddAddress'])).toEqual([]);
});

test('LEGACY-4 the three legacy calls are deprecated and name their replacements', () => {
  const deprecated = operations.filter(({ definition }) => definition.deprecated);

  expect(Object.fromEntries(deprecated.map(({ id, definition }) => [id, definition['x-replaced-by']]))).toEqual({
    legacySignUp: 'registerCustomer',
    legacyAddIban: 'addBankAccount',
    legacyAddAddress: 'addAddress',
  });
});

test('VERSION-1 the document is OpenAPI 3.0 and marks three deprecated operations', () => {
  expect(openApiDocument.openapi).toMatch(/^3\.0\.\d+$/);
  expect(operationsWhere(({ definition }) => definition.deprecated === true)).toHaveLength(3);
});

test('ERR-1 every operation documents other refusals, of any shape', () => {
  for (const { id, responses } of operations) {
    const { $ref = '' } = responses['default']?.content?.['application/json']?.schema ?? {};
    const { 'x-open': open, properties, required } = schemaAt($ref);

    expect(open, id).toContain('body');
    expect([properties, required], id).toEqual([undefined, undefined]);
  }
});

test('CHECKOUT-2 the checkout script has its path, its call, and the three modes', () => {
  const { script, call, argument } = openApiDocument['x-sdk'];
  const { mode, ...texts } = argument.properties ?? {};

  expect([script, call]).toEqual(['{sdk_url}/v2/payment-display.min.js', 'PaymentDisplay.show']);
  expect(Object.keys(texts)).toEqual(['paymentUrl', 'userToken']);
  expect(mode?.enum).toEqual(['modal', 'popup', 'iframe']);
});

test('LIMIT-1 no bound, count or default is stated, and expiresIn has no unit', () => {
  const { components, paths } = openApiDocument;
  const text = JSON.stringify([components.schemas, paths['/api/external/contracts']]);
  const limits = /"(?:minimum|maximum|minLength|maxLength|minItems|maxItems|multipleOf|default)":/;

  expect(text.replaceAll(/"variables":\{.*?\}\}|"default":\{"\$ref"/g, '')).not.toMatch(limits);
  expect(schemaAt('#/components/schemas/Ticket/properties/expiresIn')['x-open']).toContain('unit');
});

test('every rule that the document holds has a test here, or cases', () => {
  const held = Object.keys(rules).filter((id) => rules[id]?.heldBy.includes('document'));
  const tested = new Set([...schemaCases, ...findRuleTests(import.meta.dirname)].map(({ rule }) => rule));

  expect(held.filter((id) => !tested.has(id))).toEqual([]);
});

test('HOOK-4 by our reading each delay starts with the previous attempt, and the delays increase', () => {
  const waits = attemptsInSeconds.slice(1).map((attempt, index) => attempt - (attemptsInSeconds[index] ?? 0));

  expect(attemptsInSeconds[0]).toBe(0);
  expect(waits).toEqual(retryDelaysInSeconds);
  expect([0, ...waits]).toEqual([...new Set([0, ...waits])].sort((one, other) => one - other));
});

test('STATE-4a the statuses of events are the last states of a milestone, in their order', () => {
  expect(milestoneStates.slice(-eventStatuses.length)).toEqual(eventStatuses);
});

test('every host serves an operation, and every kind of token authenticates one', () => {
  expect([...new Set(operations.map(({ host }) => host))].sort()).toEqual([...hostNames].sort());
  expect([...new Set(operations.flatMap((operation) => operation.tokenKinds))].sort()).toEqual([...tokenKinds].sort());
});

test('the letters of every rule have a topic, and every topic has rules', () => {
  const letters = Object.keys(rules).map((id) => id.split('-')[0]);

  expect(Object.keys(ruleTopics)).toEqual([...new Set(letters)]);
});

describe.for(operations)('$id', (operation) => {
  const examples = Object.entries(operation.responses)
    .filter(([status]) => /^4/.test(status))
    .flatMap(([, { content }]) => Object.values(content?.['application/json']?.examples ?? {}));

  test('has a refusal example for every rule that its schemas can name, and no other rule in one', () => {
    const illustrated = examples.map((example) => example['x-rules'] ?? []);

    const named = [...rulesOfRequest(operation, openApiDocument)];
    expect(named.filter((rule) => !illustrated.some(([first]) => first === rule))).toEqual([]);
    expect(illustrated.flat().filter((rule) => !(rule in rules))).toEqual([]);
  });

  test('has refusal examples whose body names their rule', () => {
    const bodies = examples.map(({ value, 'x-rules': [rule] = [] }) => ({
      rule,
      body: value as Record<string, unknown>,
    }));

    expect(bodies.length).toBeGreaterThan(0);
    for (const { rule, body } of bodies) if (body['error'] === 'rule_violation') expect(body['rule']).toBe(rule);
  });
});
