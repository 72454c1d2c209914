import type { OpenApiDocument, Schema } from '../src/index.ts';
import { createRequestValidator } from '../src/validate.ts';
import { operation, operations, part, response } from './bundle-copy.ts';

/** A rule held by the shape of the document: a check that the document passes, and a change that the check catches. */
export interface DocumentCase {
  rule: string;
  title: string;
  problems: (document: OpenApiDocument) => string[];
  changeTitle: string;
  change: (document: OpenApiDocument) => void;
}

const usersApi = ['linkUser', 'getUser', 'updateUser'];
const generic = [
  'createGenericContract',
  'getGenericContract',
  'updateGenericMilestone',
  'createPayment',
  'getPayment',
  'createVirtualIban',
  'createWebhook',
  'listWebhooks',
  'deleteWebhook',
];
const contractCalls = ['createContract', 'addMilestones', 'addParties', 'startPayment'];
const limits = /"(?:minimum|maximum|minLength|maxLength|minItems|maxItems|multipleOf|default)":/;

/** Finds the operations whose tokens differ from these. */
function otherTokens(document: OpenApiDocument, ids: string[], tokens: string[]): string[] {
  return ids.filter((id) => operation(id, document).security.flatMap(Object.keys).join() !== tokens.join());
}

/** Whether a refusal of the operation has an example of the rule. */
function illustrates(
  { id, status, rule }: { id: string; status: string; rule: string },
  document: OpenApiDocument,
): boolean {
  const examples = response(id, status, document)?.content?.['application/json']?.examples ?? {};
  return Object.values(examples).some((example) => example['x-rules']?.includes(rule));
}

/** Finds the operations that refuse some JSON body, or a request without a body. */
function closedBodies(document: OpenApiDocument, ids: string[]): string[] {
  const bodies = [{ anything: 1 }, [], [{}], 'text', '', 1, false, null, undefined];
  return ids.filter((id) => {
    const validate = createRequestValidator(id, document);
    const parameters = { path: { id: 'id-1', milestoneId: 'milestone-1' } };
    return bodies.some((body) => validate({ ...parameters, body }).length > 0);
  });
}

function invented(schema: Schema): boolean {
  return schema['x-not-shown'] === undefined || schema.properties !== undefined || schema.required !== undefined;
}

export const documentCases: DocumentCase[] = [
  {
    rule: 'AUTH-1',
    title: 'every operation except the ticket call takes a bearer token',
    problems: (document) =>
      Object.values(operations(document))
        .filter(({ operationId, security }) => (security.length === 0) !== (operationId === 'requestTicket'))
        .map(({ operationId }) => operationId),
    changeTitle: 'an operation without token is caught',
    change: (document) => {
      operation('addParties', document).security = [];
    },
  },
  ...[
    { rule: 'AUTH-1a', status: '403', what: 'a token of another kind' },
    { rule: 'AUTH-1b', status: '401', what: 'a missing or unknown token' },
  ].map(
    ({ rule, status, what }): DocumentCase => ({
      rule,
      title: `${what} is documented as ${status} for every operation with a token`,
      problems: (document) =>
        Object.values(operations(document))
          .filter(
            ({ operationId, security }) =>
              security.length > 0 && !illustrates({ id: operationId, status, rule }, document),
          )
          .map(({ operationId }) => operationId),
      changeTitle: `an operation without an example of ${what} is caught`,
      change: (document) => {
        delete operation('getUser', document).responses[status];
      },
    }),
  ),
  {
    rule: 'AUTH-2',
    title: 'customers, bank accounts and addresses take the organization token',
    problems: (document) =>
      otherTokens(document, ['registerCustomer', 'addBankAccount', 'addAddress'], ['organizationToken']),
    changeTitle: 'a bank account under the client admin token is caught',
    change: (document) => {
      operation('addBankAccount', document).security = [{ clientAdminToken: [] }];
    },
  },
  {
    rule: 'AUTH-3',
    title: 'contracts, milestones, parties and start of payment take only the client admin token',
    problems: (document) => otherTokens(document, contractCalls, ['clientAdminToken']),
    changeTitle: 'start of payment under either token is caught',
    change: (document) => {
      operation('startPayment', document).security.push({ organizationToken: [] });
    },
  },
  {
    rule: 'AUTH-4',
    title: 'the organization token on these calls is documented as 403',
    problems: (document) => contractCalls.filter((id) => !illustrates({ id, status: '403', rule: 'AUTH-4' }, document)),
    changeTitle: 'milestones without a 403 are caught',
    change: (document) => {
      delete operation('addMilestones', document).responses['403'];
    },
  },
  {
    rule: 'AUTH-6',
    title: 'the ticket call has its credentials in the form and no bearer token',
    problems: (document) => {
      const { security, requestBody } = operation('requestTicket', document);
      const { required = [] } = part<Schema>('#/components/schemas/TicketRequest', document);
      const form = Object.keys(requestBody?.content ?? {}).join() === 'application/x-www-form-urlencoded';
      const credentials = required.includes('client_id') && required.includes('client_secret');
      return security.length === 0 && form && credentials ? [] : ['requestTicket'];
    },
    changeTitle: 'a ticket call with a bearer token is caught',
    change: (document) => {
      operation('requestTicket', document).security = [{ organizationToken: [] }];
    },
  },
  {
    rule: 'AUTH-8',
    title:
      'identity calls take the legacy user token or the client admin token, legacy bank and address calls the first',
    problems: (document) => [
      ...otherTokens(document, ['submitNationalId', 'validateOtp'], ['legacyUserToken', 'clientAdminToken']),
      ...otherTokens(document, ['legacyAddIban', 'legacyAddAddress'], ['legacyUserToken']),
    ],
    changeTitle: 'an identity call that settles the choice is caught',
    change: (document) => {
      operation('validateOtp', document).security.pop();
    },
  },
  {
    rule: 'AUTH-9',
    title: 'the legacy sign-up takes the legacy app token',
    problems: (document) => otherTokens(document, ['legacySignUp'], ['legacyAppToken']),
    changeTitle: 'a legacy sign-up under the organization token is caught',
    change: (document) => {
      operation('legacySignUp', document).security = [{ organizationToken: [] }];
    },
  },
  {
    rule: 'AUTH-11',
    title: 'the Users API takes the API key as a bearer token',
    problems: (document) => {
      const { type, scheme } = document.components.securitySchemes['apiKey'] ?? {};
      const header = type === 'http' && scheme === 'bearer' ? [] : ['apiKey'];
      return [...header, ...otherTokens(document, [...usersApi, ...generic], ['apiKey'])];
    },
    changeTitle: 'a user read under the organization token is caught',
    change: (document) => {
      operation('getUser', document).security = [{ organizationToken: [] }];
    },
  },
  {
    rule: 'PAY-4',
    title: 'start of payment documents a 500 without body and no 404',
    problems: (document) => {
      const bare = response('startPayment', '500', document);
      const isBare = bare !== undefined && bare.content === undefined;
      return isBare && !response('startPayment', '404', document) ? [] : ['startPayment'];
    },
    changeTitle: 'a 500 with a body is caught',
    change: (document) => {
      operation('startPayment', document).responses['500'] = {
        description: 'An error',
        content: { 'application/json': { schema: { type: 'object' } } },
      };
    },
  },
  {
    rule: 'UAPI-7',
    title: 'the nine operations known only by path take any JSON or none',
    problems: (document) => [
      ...generic.filter((id) => operation(id, document)['x-not-shown'] === undefined),
      ...closedBodies(document, generic),
    ],
    changeTitle: 'an invented field is caught',
    change: (document) => {
      part<Schema>('#/components/schemas/CreatePaymentRequest', document).required = ['amount'];
    },
  },
  {
    rule: 'LEGACY-3',
    title: 'the legacy bank and address calls take any JSON or none',
    problems: (document) => closedBodies(document, ['legacyAddIban', 'legacyAddAddress']),
    changeTitle: 'a body that has to be an object is caught',
    change: (document) => {
      part<Schema>('#/components/schemas/LegacyAddIbanRequest', document).type = 'object';
    },
  },
  {
    rule: 'LEGACY-4',
    title: 'the three legacy calls are deprecated and name their replacements',
    problems: (document) =>
      Object.entries({
        legacySignUp: 'registerCustomer',
        legacyAddIban: 'addBankAccount',
        legacyAddAddress: 'addAddress',
      })
        .filter(([id, replacement]) => {
          const legacy = operation(id, document);
          return legacy.deprecated !== true || legacy['x-replaced-by'] !== replacement;
        })
        .map(([id]) => id),
    changeTitle: 'a legacy call that is not deprecated is caught',
    change: (document) => {
      operation('legacySignUp', document).deprecated = false;
    },
  },
  {
    rule: 'AUTH-6a',
    title: 'wrong client credentials are documented as 401',
    problems: (document) =>
      illustrates({ id: 'requestTicket', status: '401', rule: 'AUTH-6a' }, document) ? [] : ['requestTicket'],
    changeTitle: 'a ticket call without an example of wrong credentials is caught',
    change: (document) => {
      delete operation('requestTicket', document).responses['401'];
    },
  },
  {
    rule: 'ERR-1d',
    title: 'malformed JSON is documented as 400 wherever there is a body of JSON',
    problems: (document) =>
      Object.values(operations(document))
        .filter(({ operationId, requestBody }) => {
          const isIllustrated = illustrates({ id: operationId, status: '400', rule: 'ERR-1d' }, document);
          return requestBody?.content['application/json'] !== undefined && !isIllustrated;
        })
        .map(({ operationId }) => operationId),
    changeTitle: 'an operation without an example of malformed JSON is caught',
    change: (document) => {
      delete operation('createContract', document).responses['400'];
    },
  },
  {
    rule: 'UAPI-6a',
    title: 'every operation of the Users API documents 429 for a request over the limit',
    problems: (document) =>
      Object.values(operations(document))
        .filter(({ operationId, 'x-rules': rules = [] }) => {
          return (
            rules.includes('UAPI-6') && !illustrates({ id: operationId, status: '429', rule: 'UAPI-6a' }, document)
          );
        })
        .map(({ operationId }) => operationId),
    changeTitle: 'an operation of the Users API without an example of 429 is caught',
    change: (document) => {
      delete operation('getUser', document).responses['429'];
    },
  },
  {
    rule: 'ERR-1c',
    title: 'every operation with a body documents 415 for another media type',
    problems: (document) =>
      Object.values(operations(document))
        .filter(({ operationId, requestBody }) => {
          const isIllustrated = illustrates({ id: operationId, status: '415', rule: 'ERR-1c' }, document);
          return requestBody !== undefined && !isIllustrated;
        })
        .map(({ operationId }) => operationId),
    changeTitle: 'an operation without an example of another media type is caught',
    change: (document) => {
      delete operation('createContract', document).responses['415'];
    },
  },
  {
    rule: 'ERR-1',
    title: 'every operation documents other refusals, of any shape',
    problems: (document) =>
      Object.keys(operations(document)).filter((id) => {
        const schema = response(id, 'default', document)?.content?.['application/json']?.schema.$ref;
        return schema === undefined || invented(part<Schema>(schema, document));
      }),
    changeTitle: 'an operation without other refusals is caught',
    change: (document) => {
      delete operation('addParties', document).responses['default'];
    },
  },
  {
    rule: 'CHECKOUT-2',
    title: 'the checkout script has its path, its call, and the three modes',
    problems: ({ 'x-sdk': { script, call, argument } }) => {
      const { mode, ...texts } = argument.properties ?? {};
      return [
        ...(script === '{sdk_url}/v2/payment-display.min.js' ? [] : ['script']),
        ...(call === 'PaymentDisplay.show' ? [] : ['call']),
        ...(Object.keys(texts).join() === 'paymentUrl,userToken' ? [] : ['argument']),
        ...(mode?.enum?.join() === 'modal,popup,iframe' ? [] : ['mode']),
      ];
    },
    changeTitle: 'another mode is caught',
    change: (document) => {
      document['x-sdk'].argument.properties?.['mode']?.enum?.push('drawer');
    },
  },
  {
    rule: 'LIMIT-1',
    title: 'no bound, count or default is stated, and expiresIn has no unit',
    problems: (document) => {
      const schemas = JSON.stringify([document.components.schemas, document.paths['/api/external/contracts']]);
      const expiresIn = part<Schema>('#/components/schemas/Ticket/properties/expiresIn', document);
      return [
        ...(limits.exec(schemas.replaceAll(/"variables":\{.*?\}\}|"default":\{"\$ref"/g, '')) ?? []),
        ...(expiresIn['x-not-shown'] ? [] : ['expiresIn']),
      ];
    },
    changeTitle: 'a maximum amount is caught',
    change: (document) => {
      part<Schema>('#/components/schemas/MilestoneRequest/properties/itemPrice', document)['maximum'] = 1_000_000;
    },
  },
  {
    rule: 'VERSION-1',
    title: 'the document is OpenAPI 3.0 and marks the three deprecated operations',
    problems: (document) => {
      const deprecated = Object.values(operations(document)).filter((found) => found.deprecated);
      return [
        ...(/^3\.0\.\d+$/.test(document.openapi) ? [] : ['openapi']),
        ...(deprecated.length === 3 ? [] : ['deprecated']),
      ];
    },
    changeTitle: 'another version of OpenAPI is caught',
    change: (document) => {
      document.openapi = '3.1.0';
    },
  },
];
