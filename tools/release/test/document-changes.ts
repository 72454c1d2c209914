import type { OpenApiDocument, Operation, Parameter, Schema } from '@escrow-kit/spec';

/** A deliberate change of the document. */
export interface DocumentChangeCase {
  title: string;
  change: (document: OpenApiDocument) => void;
}

/** Changes that break nobody. */
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
];

/** Changes that break somebody, with a word that the complaint has to contain. */
export const breakingChanges: (DocumentChangeCase & { complaint: string })[] = [
  {
    title: 'a removed operation',
    complaint: 'GET /users/{userId}',
    change: (document) => delete document.paths['/users/{userId}']?.get,
  },
  {
    title: 'a newly required field of a request',
    complaint: 'nickname',
    change(document) {
      const request = schema(document, 'LinkUserRequest');
      addProperty(request, 'nickname');
      request.required = [...(request.required ?? []), 'nickname'];
    },
  },
  {
    title: 'a removed field of a response',
    complaint: 'serviceUserId',
    change: (document) => delete schema(document, 'RegisteredCustomer').properties?.['serviceUserId'],
  },
  {
    title: 'an operation that takes another token',
    complaint: 'apiKey',
    change(document) {
      operation(document, '/users/link').security = [{ organizationToken: [] }];
    },
  },
  {
    title: 'another token kind under the same name',
    complaint: 'x-token',
    change(document) {
      securityScheme(document, 'apiKey')['x-token'] = 'organization';
    },
  },
  {
    title: 'a path that moved to another host',
    complaint: 'x-host',
    change(document) {
      firstServer(document, '/users/link')['x-host'] = 'auth';
    },
  },
  {
    title: 'a field that the client fills in no more',
    complaint: 'x-fixed',
    change: (document) => delete schema(document, 'ParentContractRequest').properties?.['type']?.['x-fixed'],
  },
  {
    title: 'a ticket that is a secret no more',
    complaint: 'x-sensitive',
    change: (document) => delete schema(document, 'Ticket').properties?.['ticket']?.['x-sensitive'],
  },
  {
    title: 'an operation that may not be repeated any more',
    complaint: 'x-retry',
    change(document) {
      operation(document, '/realms/service/service-partner/customers')['x-retry'] = 'write';
    },
  },
  {
    title: 'a removed webhook',
    complaint: 'contractEvent',
    change: (document) => delete document['x-webhooks']['contractEvent'],
  },
  {
    title: 'a removed field of a webhook body',
    complaint: 'referenceId',
    change: (document) => delete schema(document, 'PaidContractEvent').properties?.['referenceId'],
  },
  {
    title: 'a removed webhook header',
    complaint: 'Parameter was removed',
    change: (document) => webhook(document).parameters?.pop(),
  },
  {
    title: 'a renamed webhook header',
    complaint: '`name` of a Parameter',
    change(document) {
      signatureHeader(document).name = 'X-Signature';
    },
  },
  {
    title: 'a webhook header that may now be missing',
    complaint: '`required` of a Parameter',
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

/** A change of what is not there would change nothing, and prove nothing. */
function present<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`The document has no ${name}.`);
  return value;
}
