import type { Operation as DocumentOperation, OpenApiDocument, Parameter, Reference } from '@escrow-kit/spec';
import { reachableSchemas, requestSchema } from './request-schemas.ts';
import { schemaNameOf, source } from './source.ts';

const methods = ['get', 'put', 'post', 'delete', 'patch'] as const;

type DocumentParameters = (Parameter | Reference)[];

/** The schema of the parameters in one place. Text in a path is an id, lest it name another endpoint. */
function parametersIn(place: 'path' | 'query', all: DocumentParameters, document: OpenApiDocument): object {
  const resolved = all.map((parameter) =>
    '$ref' in parameter ? document.components.parameters[schemaNameOf(parameter.$ref)] : parameter,
  );
  const here = resolved.filter((parameter): parameter is Parameter => parameter?.in === place);
  if (here.length === 0) return {};
  const properties = here.map(({ name, schema, required }) => [
    name,
    {
      ...(place === 'path' && schema.type === 'string' ? { type: 'id' } : requestSchema(schema, { document })),
      ...(!required && { optional: true }),
    },
  ]);
  return { [place]: { properties: Object.fromEntries(properties) } };
}

/** The reference to the schema of a request's body. */
const bodySchemaOf = ({ requestBody }: DocumentOperation): string | undefined =>
  Object.values(requestBody?.content ?? {})[0]?.schema.$ref;

function bodyOf(operation: DocumentOperation, document: OpenApiDocument): object {
  if (!operation.requestBody) return {};
  const $ref = bodySchemaOf(operation);
  if (!$ref) throw new Error(`${operation.operationId}: give the request body a named schema.`);
  const { type, oneOf } = document.components.schemas[schemaNameOf($ref)] ?? {};
  // What the service does not describe is sent as it is given.
  if (!type && !oneOf) return {};
  const body = requestSchema({ $ref }, { document });
  return { body: { ...body, ...(!operation.requestBody.required && { optional: true }) } };
}

function encodingOf({ requestBody }: DocumentOperation): object {
  const [contentType] = Object.keys(requestBody?.content ?? {});
  return contentType && contentType !== 'application/json' ? { encoding: contentType } : {};
}

function tokensOf(operation: DocumentOperation, document: OpenApiDocument): string[] {
  return operation.security.flatMap(Object.keys).map((scheme) => {
    const kind = document.components.securitySchemes[scheme]?.['x-token'];
    if (!kind) throw new Error(`${operation.operationId}: the scheme "${scheme}" names no x-token.`);
    return kind;
  });
}

/** Whether nobody knows what a success answers with, so that any text has to be accepted. */
function isAnswerOpen({ responses }: DocumentOperation, document: OpenApiDocument): boolean {
  const success = responses['200'];
  if (!success || '$ref' in success) return true;
  const [content] = Object.values(success.content ?? {});
  const schema = document.components.schemas[schemaNameOf(content?.schema.$ref ?? '')] ?? content?.schema;
  return !schema?.properties;
}

/** A row of the table, as source. */
interface Row {
  host: string;
  [column: string]: unknown;
}

/** An operation, and where it stands in the document. */
interface OperationPlace {
  method: string;
  template: string;
  operation: DocumentOperation;
  item: OpenApiDocument['paths'][string];
  document: OpenApiDocument;
}

/** What types cannot hold of an operation: host, token, encoding, parameters, and whether it may be repeated. */
function rowOf({ method, template, operation, item, document }: OperationPlace): Row {
  const host = item.servers?.[0]?.['x-host'];
  const retry = operation['x-retry'];
  if (!host || !retry) throw new Error(`${operation.operationId}: name its x-host and its x-retry.`);
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
  const request = {
    ...parametersIn('path', parameters, document),
    ...parametersIn('query', parameters, document),
    ...bodyOf(operation, document),
  };
  const meaningful = Object.keys(operation.responses)
    .map(Number)
    .filter((status) => status >= 500);
  return {
    template,
    ...encodingOf(operation),
    ...(meaningful.length > 0 && { meaningful }),
    host,
    tokens: tokensOf(operation, document),
    ...(isAnswerOpen(operation, document) && { isAnswerOpen: true }),
    ...(Object.keys(request).length > 0 && { request }),
    method: method.toUpperCase(),
    ...(retry !== 'write' && { isRepeatable: true }),
  };
}

function operationRows(document: OpenApiDocument): Map<string, Row> {
  const rows = new Map<string, Row>();
  for (const [template, item] of Object.entries(document.paths)) {
    for (const method of methods) {
      const operation = item[method];
      if (operation) rows.set(operation.operationId, rowOf({ method, template, operation, item, document }));
    }
  }
  return rows;
}

/** The names of the tokens and passwords that the service answers with: the client never shows them by accident. */
function secretFields(document: OpenApiDocument): string[] {
  const operations = Object.values(document.paths).flatMap((item) => methods.map((method) => item[method]));
  const bodies = operations.flatMap((operation) => (operation && bodySchemaOf(operation)) ?? []);
  const requestSchemas = reachableSchemas(document, bodies.map(schemaNameOf));
  const answers = Object.entries(document.components.schemas).filter(([name]) => !requestSchemas.has(name));
  const names = answers.flatMap(([, { properties = {} }]) =>
    Object.entries(properties).flatMap(([name, schema]) => (schema['x-sensitive'] === 'secret' ? [name] : [])),
  );
  return [...new Set(names)];
}

/** The TypeScript source of the operation table. */
export function operationTableSource(document: OpenApiDocument): string {
  const rows = operationRows(document);
  const tokenKinds = Object.values(document.components.securitySchemes).map((scheme) => scheme['x-token']);
  const secrets = secretFields(document);
  return [
    `import type { Operation } from '../transport/operation.ts';`,
    `import type { operations as OperationTypes } from './schema.ts';`,
    '',
    '/** What the types of an operation do not hold, by operation id. */',
    'export const operationTable: Readonly<Record<keyof OperationTypes, Operation>> = {',
    ...[...rows].map(([operationId, row]) => `  ${operationId}: ${source(row)},`),
    '};',
    '',
    '/** The hosts that serve the operations. The host of `legacy` is not shown (LEGACY-3). */',
    `export const hostNames = ${source([...new Set([...rows.values()].map(({ host }) => host))])} as const;`,
    '',
    '/** The kinds of token that operations take (AUTH-2, AUTH-3, AUTH-8, AUTH-9, AUTH-11). */',
    `export const tokenKinds = ${source(tokenKinds)} as const;`,
    '',
    '/** The properties of answers that hold a token or a password. */',
    `export type SecretField = ${secrets.map((name) => `'${name}'`).join(' | ')};`,
    `export const secretFields: readonly string[] = ${source(secrets)};`,
    '',
  ].join('\n');
}
