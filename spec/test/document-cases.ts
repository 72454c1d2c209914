import type { OpenApiDocument, Operation, Schema } from '../src/index.ts';
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

/** A case of operations that take the given tokens, one of which then takes others. */
function takesTokens(
  rule: string,
  title: string,
  { tokens, broken }: { tokens: [ids: string[], tokens: string[]][]; broken: [id: string, ...tokens: string[]] },
): DocumentCase {
  const [id, ...others] = broken;
  return {
    rule,
    title,
    problems: (document) => tokens.flatMap(([ids, expected]) => otherTokens(document, ids, expected)),
    changeTitle: `${id} under other tokens is caught`,
    change: (document) => {
      operation(id, document).security = others.map((token) => ({ [token]: [] }));
    },
  };
}

/** A case of operations with an example of a refusal, one of which then has none. */
function illustratesRefusal(
  rule: string,
  status: string,
  { title, where, broken }: { title: string; where: (operation: Operation) => boolean; broken: string },
): DocumentCase {
  const isIllustrated = (id: string, document: OpenApiDocument): boolean => {
    const examples = response(id, status, document)?.content?.['application/json']?.examples ?? {};
    return Object.values(examples).some((example) => example['x-rules']?.includes(rule));
  };
  return {
    rule,
    title: `${title} is documented as ${status}`,
    problems: (document) =>
      Object.values(operations(document))
        .filter((each) => where(each) && !isIllustrated(each.operationId, document))
        .map(({ operationId }) => operationId),
    changeTitle: `${broken} without a ${status} is caught`,
    change: (document) => {
      delete operation(broken, document).responses[status];
    },
  };
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
  illustratesRefusal('AUTH-1a', '403', {
    title: 'a token of another kind',
    where: ({ security }) => security.length > 0,
    broken: 'getUser',
  }),
  illustratesRefusal('AUTH-1b', '401', {
    title: 'a missing or unknown token',
    where: ({ security }) => security.length > 0,
    broken: 'getUser',
  }),
  takesTokens('AUTH-2', 'customers, bank accounts and addresses take the organization token', {
    tokens: [[['registerCustomer', 'addBankAccount', 'addAddress'], ['organizationToken']]],
    broken: ['addBankAccount', 'clientAdminToken'],
  }),
  takesTokens('AUTH-3', 'contracts, milestones, parties and start of payment take only the client admin token', {
    tokens: [[contractCalls, ['clientAdminToken']]],
    broken: ['startPayment', 'clientAdminToken', 'organizationToken'],
  }),
  illustratesRefusal('AUTH-4', '403', {
    title: 'the organization token on these calls',
    where: ({ operationId }) => contractCalls.includes(operationId),
    broken: 'addMilestones',
  }),
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
  illustratesRefusal('AUTH-6a', '401', {
    title: 'wrong client credentials',
    where: ({ operationId }) => operationId === 'requestTicket',
    broken: 'requestTicket',
  }),
  takesTokens(
    'AUTH-8',
    'identity calls take the legacy user token or the client admin token, legacy bank and address calls the first',
    {
      tokens: [
        [
          ['submitNationalId', 'validateOtp'],
          ['legacyUserToken', 'clientAdminToken'],
        ],
        [['legacyAddIban', 'legacyAddAddress'], ['legacyUserToken']],
      ],
      broken: ['validateOtp', 'legacyUserToken'],
    },
  ),
  takesTokens('AUTH-9', 'the legacy sign-up takes the legacy app token', {
    tokens: [[['legacySignUp'], ['legacyAppToken']]],
    broken: ['legacySignUp', 'organizationToken'],
  }),
  takesTokens('AUTH-11', 'the Users API takes the API key', {
    tokens: [[[...usersApi, ...generic], ['apiKey']]],
    broken: ['getUser', 'organizationToken'],
  }),
  {
    rule: 'AUTH-11',
    title: 'the API key is a bearer token',
    problems: ({ components }) => (components.securitySchemes['apiKey']?.scheme === 'bearer' ? [] : ['apiKey']),
    changeTitle: 'an API key that is gone is caught',
    change: (document) => {
      delete document.components.securitySchemes['apiKey'];
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
  illustratesRefusal('UAPI-6a', '429', {
    title: 'a request over the limit of the Users API',
    where: (each) => each['x-rules'].includes('UAPI-6'),
    broken: 'getUser',
  }),
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
  illustratesRefusal('ERR-1c', '415', {
    title: 'another media type of a body',
    where: ({ requestBody }) => requestBody !== undefined,
    broken: 'createContract',
  }),
  illustratesRefusal('ERR-1d', '400', {
    title: 'malformed JSON',
    where: ({ requestBody }) => requestBody?.content['application/json'] !== undefined,
    broken: 'createContract',
  }),
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
