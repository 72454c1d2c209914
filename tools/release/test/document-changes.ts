import {
  type OpenApiDocument,
  type Operation,
  type Parameter,
  type Schema,
  withForbiddenProperties,
} from '@escrow-kit/spec';

/** A deliberate change of the document. */
export interface DocumentChangeCase {
  title: string;
  change: (document: OpenApiDocument) => void;
}

export const compatibleChanges: DocumentChangeCase[] = [
  { title: 'a document that did not change', change: () => {} },
  {
    title: 'a new optional field of a request',
    change: (document) => addProperty(schema(document, 'LinkUserRequest'), 'nickname'),
  },
  {
    title: 'a new field of a response',
    change: (document) => addProperty(schema(document, 'LinkedUser'), 'nickname'),
  },
  {
    title: 'a new webhook header',
    change: (document) => webhook(document).parameters?.push(header('Service-Delivery')),
  },
  {
    title: 'fields that must not be sent, written as properties',
    change(document) {
      const { schemas } = document.components;
      schemas['MilestoneRequest'] = withForbiddenProperties(schema(document, 'MilestoneRequest'));
    },
  },
  {
    title: 'the width of an integer',
    change(document) {
      const properties = schema(document, 'RegisteredCustomer').properties ?? {};
      for (const property of Object.values(properties)) delete property.format;
      const [parameter] = Object.values(document.components.parameters ?? {});
      delete parameter?.schema.format;
    },
  },
  {
    title: 'other refusals, written as a range',
    change(document) {
      const responses = document.paths['/users/{userId}']?.get?.responses as Record<string, unknown>;
      responses['4XX'] = responses['default'];
      delete responses['default'];
    },
  },
];

export interface BreakingChangeCase extends DocumentChangeCase {
  /** A part of the sentence that reports it. */
  complaint: string;
  /** The end of its pointer. */
  at: string;
  /** Whether it hides the change of another case. */
  isAlone?: boolean;
}

export const breakingChanges: BreakingChangeCase[] = [
  {
    title: 'a removed operation',
    complaint: 'GET /users/{userId}',
    at: '/get',
    change: (document) => delete document.paths['/users/{userId}']?.get,
  },
  {
    title: 'a newly required field of a request',
    complaint: 'nickname',
    at: '/schema',
    change(document) {
      const request = schema(document, 'LinkUserRequest');
      addProperty(request, 'nickname');
      request.required = [...(request.required ?? []), 'nickname'];
    },
  },
  {
    title: 'a removed field of a response',
    complaint: 'serviceUserId',
    at: '/properties/serviceUserId',
    change: (document) => delete schema(document, 'RegisteredCustomer').properties?.['serviceUserId'],
  },
  {
    title: 'other refusals that are not described any more',
    complaint: 'default',
    at: '/responses/default',
    change: (document) => delete document.paths['/contracts/{id}']?.get?.responses['default'],
  },
  {
    title: 'an operation that takes another token',
    complaint: 'apiKey',
    at: '/~1users~1link/post/security/0',
    change(document) {
      operation(document, '/users/link').security = [{ organizationToken: [] }];
    },
  },
  {
    title: 'another token kind under the same name',
    complaint: 'x-token',
    at: '/securitySchemes/apiKey',
    change(document) {
      securityScheme(document, 'apiKey')['x-token'] = 'organization';
    },
  },
  {
    title: 'a path that moved to another host',
    complaint: 'x-host',
    at: '/~1users~1link/servers/0',
    change(document) {
      firstServer(document, '/users/link')['x-host'] = 'auth';
    },
  },
  {
    title: 'a field that the client no longer fills in',
    complaint: 'x-fixed',
    at: '/schema/properties/type',
    change: (document) => delete schema(document, 'ParentContractRequest').properties?.['type']?.['x-fixed'],
  },
  {
    title: 'a ticket that is no longer a secret',
    complaint: 'x-sensitive',
    at: '/schema/properties/ticket',
    change: (document) => delete schema(document, 'Ticket').properties?.['ticket']?.['x-sensitive'],
  },
  {
    title: 'an operation that may no longer be repeated',
    complaint: 'x-retry',
    at: '~1customers/post',
    change(document) {
      operation(document, '/realms/service/service-partner/customers')['x-retry'] = 'write';
    },
  },
  {
    title: 'a removed webhook',
    complaint: 'contractEvent',
    at: '/x-webhooks/contractEvent',
    isAlone: true,
    change: (document) => delete document['x-webhooks']['contractEvent'],
  },
  {
    title: 'a removed field of a webhook body',
    complaint: 'referenceId',
    at: '/properties/referenceId',
    change: (document) => delete schema(document, 'PaidContractEvent').properties?.['referenceId'],
  },
  {
    title: 'a removed webhook header',
    complaint: 'Parameter was removed',
    at: '/contractEvent/post/parameters/0',
    isAlone: true,
    change: (document) => webhook(document).parameters?.pop(),
  },
  {
    title: 'a renamed webhook header',
    complaint: '`name` of a Parameter',
    at: '/contractEvent/post/parameters/0',
    change(document) {
      signatureHeader(document).name = 'X-Signature';
    },
  },
  {
    title: 'a webhook header that may now be missing',
    complaint: '`required` of a Parameter',
    at: '/contractEvent/post/parameters/0',
    change(document) {
      signatureHeader(document).required = false;
    },
  },
];

function schema({ components }: OpenApiDocument, name: string): Schema {
  return present(components.schemas[name], name);
}

function securityScheme({ components }: OpenApiDocument, name: string) {
  return present(components.securitySchemes[name], name);
}

function operation({ paths }: OpenApiDocument, path: string): Operation {
  return present(paths[path]?.post, path);
}

function firstServer({ paths }: OpenApiDocument, path: string) {
  return present(paths[path]?.servers?.[0], path);
}

function webhook(document: OpenApiDocument): Operation {
  return present(document['x-webhooks']['contractEvent']?.post, 'contractEvent');
}

function signatureHeader(document: OpenApiDocument): Parameter {
  return present(webhook(document).parameters?.[0], 'Service-Signature') as Parameter;
}

function header(name: string): Parameter {
  return { name, in: 'header', required: false, description: 'Made up.', schema: { type: 'string' } };
}

function addProperty(changed: Schema, name: string): void {
  changed.properties = { ...changed.properties, [name]: { type: 'string' } };
}

/** Throws if the value is missing, because the change would have no effect. */
function present<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`The document has no ${name}.`);
  return value;
}
