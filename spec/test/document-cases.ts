import { getOperation, openApiDocument, operations, type Schema, type ServiceOperation } from '../src/index.ts';
import { createRequestValidator } from '../src/validate.ts';
import { part } from './document-parts.ts';

/** A rule held by the shape of the document. */
export interface DocumentCase {
  rule: string;
  title: string;
  /** The places that break it. */
  problems: () => string[];
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

/** Finds the operations that take other kinds of token than these. */
function otherTokens(ids: string[], kinds: string[]): string[] {
  return ids.filter((id) => getOperation(id).tokenKinds.join() !== kinds.join());
}

/** Finds the operations for which something holds. */
function operationsWhere(holds: (operation: ServiceOperation) => boolean): string[] {
  return operations.filter(holds).map(({ id }) => id);
}

/** A case of operations with an example of a refusal. */
function illustratesRefusal(
  rule: string,
  status: string,
  { title, where }: { title: string; where: (operation: ServiceOperation) => boolean },
): DocumentCase {
  const isIllustrated = ({ responses }: ServiceOperation): boolean => {
    const examples = responses[status]?.content?.['application/json']?.examples ?? {};
    return Object.values(examples).some((example) => example['x-rules']?.includes(rule));
  };
  return {
    rule,
    title: `${title} is documented as ${status}`,
    problems: () => operationsWhere((each) => where(each) && !isIllustrated(each)),
  };
}

/** Finds the operations that refuse some JSON body, or a request without a body. */
function closedBodies(ids: string[]): string[] {
  const bodies = [{ anything: 1 }, [], [{}], 'text', '', 1, false, null, undefined];
  return ids.filter((id) => {
    const validate = createRequestValidator(id);
    const parameters = { path: { id: 'id-1', milestoneId: 'milestone-1' } };
    return bodies.some((body) => validate({ ...parameters, body }).length > 0);
  });
}

function invented(schema: Schema): boolean {
  return !schema['x-open']?.includes('body') || schema.properties !== undefined || schema.required !== undefined;
}

export const documentCases: DocumentCase[] = [
  {
    rule: 'AUTH-1',
    title: 'every operation except the ticket call takes a bearer token',
    problems: () => operationsWhere(({ id, tokenKinds }) => (tokenKinds.length === 0) !== (id === 'requestTicket')),
  },
  illustratesRefusal('AUTH-1a', '403', {
    title: 'a token of another kind',
    where: ({ tokenKinds }) => tokenKinds.length > 0,
  }),
  illustratesRefusal('AUTH-1b', '401', {
    title: 'a missing or unknown token',
    where: ({ tokenKinds }) => tokenKinds.length > 0,
  }),
  {
    rule: 'AUTH-2',
    title: 'customers, bank accounts and addresses take the organization token',
    problems: () => otherTokens(['registerCustomer', 'addBankAccount', 'addAddress'], ['organization']),
  },
  {
    rule: 'AUTH-3',
    title: 'contracts, milestones, parties and start of payment take only the client admin token',
    problems: () => otherTokens(contractCalls, ['clientAdmin']),
  },
  illustratesRefusal('AUTH-4', '403', {
    title: 'the organization token on these calls',
    where: ({ id }) => contractCalls.includes(id),
  }),
  {
    rule: 'AUTH-6',
    title: 'the ticket call has its credentials in the form and no bearer token',
    problems: () => {
      const { security, requestBody } = getOperation('requestTicket').definition;
      const { required = [] } = part<Schema>('#/components/schemas/TicketRequest');
      const form = Object.keys(requestBody?.content ?? {}).join() === 'application/x-www-form-urlencoded';
      const credentials = required.includes('client_id') && required.includes('client_secret');
      return security.length === 0 && form && credentials ? [] : ['requestTicket'];
    },
  },
  illustratesRefusal('AUTH-6a', '401', {
    title: 'wrong client credentials',
    where: ({ id }) => id === 'requestTicket',
  }),
  {
    rule: 'AUTH-8',
    title:
      'identity calls take the legacy user token or the client admin token, legacy bank and address calls the first',
    problems: () => [
      ...otherTokens(['submitNationalId', 'validateOtp'], ['legacyUser', 'clientAdmin']),
      ...otherTokens(['legacyAddIban', 'legacyAddAddress'], ['legacyUser']),
    ],
  },
  {
    rule: 'AUTH-9',
    title: 'the legacy sign-up takes the legacy app token',
    problems: () => otherTokens(['legacySignUp'], ['legacyApp']),
  },
  {
    rule: 'AUTH-11',
    title: 'the Users API takes the API key',
    problems: () => otherTokens([...usersApi, ...generic], ['apiKey']),
  },
  {
    rule: 'AUTH-11',
    title: 'the API key is a bearer token',
    problems: () => (openApiDocument.components.securitySchemes['apiKey']?.scheme === 'bearer' ? [] : ['apiKey']),
  },
  {
    rule: 'PAY-4',
    title: 'start of payment documents a 500 without body and no 404',
    problems: () => {
      const { 500: bare, 404: missing } = getOperation('startPayment').responses;
      const isBare = bare !== undefined && bare.content === undefined;
      return isBare && !missing ? [] : ['startPayment'];
    },
  },
  {
    rule: 'UAPI-7',
    title: 'the nine operations known only by path take any JSON or none',
    problems: () => [
      ...generic.filter((id) => !getOperation(id).definition['x-open']?.includes('body')),
      ...closedBodies(generic),
    ],
  },
  illustratesRefusal('UAPI-6a', '429', {
    title: 'a request over the limit of the Users API',
    where: ({ definition }) => definition['x-rules'].includes('UAPI-6'),
  }),
  {
    rule: 'LEGACY-3',
    title: 'the legacy bank and address calls take any JSON or none',
    problems: () => closedBodies(['legacyAddIban', 'legacyAddAddress']),
  },
  {
    rule: 'LEGACY-4',
    title: 'the three legacy calls are deprecated and name their replacements',
    problems: () =>
      Object.entries({
        legacySignUp: 'registerCustomer',
        legacyAddIban: 'addBankAccount',
        legacyAddAddress: 'addAddress',
      })
        .filter(([id, replacement]) => {
          const { deprecated, 'x-replaced-by': replacedBy } = getOperation(id).definition;
          return deprecated !== true || replacedBy !== replacement;
        })
        .map(([id]) => id),
  },
  {
    rule: 'ERR-1',
    title: 'every operation documents other refusals, of any shape',
    problems: () =>
      operationsWhere(({ responses }) => {
        const schema = responses['default']?.content?.['application/json']?.schema.$ref;
        return schema === undefined || invented(part<Schema>(schema));
      }),
  },
  illustratesRefusal('ERR-1c', '415', {
    title: 'another media type of a body',
    where: ({ body }) => body !== undefined,
  }),
  illustratesRefusal('ERR-1d', '400', {
    title: 'malformed JSON',
    where: ({ mediaType }) => mediaType === 'application/json',
  }),
  {
    rule: 'CHECKOUT-2',
    title: 'the checkout script has its path, its call, and the three modes',
    problems: () => {
      const { script, call, argument } = openApiDocument['x-sdk'];
      const { mode, ...texts } = argument.properties ?? {};
      return [
        ...(script === '{sdk_url}/v2/payment-display.min.js' ? [] : ['script']),
        ...(call === 'PaymentDisplay.show' ? [] : ['call']),
        ...(Object.keys(texts).join() === 'paymentUrl,userToken' ? [] : ['argument']),
        ...(mode?.enum?.join() === 'modal,popup,iframe' ? [] : ['mode']),
      ];
    },
  },
  {
    rule: 'LIMIT-1',
    title: 'no bound, count or default is stated, and expiresIn has no unit',
    problems: () => {
      const schemas = JSON.stringify([
        openApiDocument.components.schemas,
        openApiDocument.paths['/api/external/contracts'],
      ]);
      const expiresIn = part<Schema>('#/components/schemas/Ticket/properties/expiresIn');
      return [
        ...(limits.exec(schemas.replaceAll(/"variables":\{.*?\}\}|"default":\{"\$ref"/g, '')) ?? []),
        ...(expiresIn['x-open']?.includes('unit') ? [] : ['expiresIn']),
      ];
    },
  },
  {
    rule: 'VERSION-1',
    title: 'the document is OpenAPI 3.0 and marks the three deprecated operations',
    problems: () => {
      const deprecated = operationsWhere(({ definition }) => definition.deprecated === true);
      return [
        ...(/^3\.0\.\d+$/.test(openApiDocument.openapi) ? [] : ['openapi']),
        ...(deprecated.length === 3 ? [] : ['deprecated']),
      ];
    },
  },
];
