import type { Operation as DocumentOperation, OpenApiDocument, Parameter, PathItem, Schema } from '@escrow-kit/spec';
import type { RequestChecks } from './request-checks.ts';
import { callOf, type Source, schemaNameOf, source } from './source.ts';

const methods = ['get', 'put', 'post', 'delete', 'patch'] as const;

/** The parameters of an operation, those of its path included. */
function parametersOf(operation: DocumentOperation, item: PathItem, document: OpenApiDocument): Parameter[] {
  return [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((parameter) => {
    if (!('$ref' in parameter)) return parameter;
    const named = document.components.parameters[schemaNameOf(parameter.$ref)];
    if (!named) throw new Error(`The document has no parameter "${parameter.$ref}".`);
    return named;
  });
}

/** Text in a path needs no check of its own: every path parameter has to be an id. */
function pathOf(parameters: Parameter[], checks: RequestChecks): object | undefined {
  const inPath = parameters.filter(({ in: place }) => place === 'path');
  if (inPath.length === 0) return undefined;
  const entries = inPath.map(({ name, schema }) => {
    const isText = checks.resolve(schema).type === 'string';
    return [name, isText ? callOf('anything') : checks.checkOf(schema)];
  });
  return Object.fromEntries(entries);
}

function queryOf(parameters: Parameter[], checks: RequestChecks): Source | undefined {
  const inQuery = parameters.filter(({ in: place }) => place === 'query');
  if (inQuery.length === 0) return undefined;
  const properties = inQuery.map(({ name, schema, required, 'x-constraints': constraints = {} }) => [
    name,
    checks.propertyOf(checks.checkOf(schema), required, constraints['required']),
  ]);
  return callOf('required', callOf('object', { properties: Object.fromEntries(properties) }));
}

/** The schema of a request's body. */
const bodySchemaOf = ({ requestBody }: DocumentOperation): Schema | undefined =>
  Object.values(requestBody?.content ?? {})[0]?.schema;

function bodyOf(operation: DocumentOperation, checks: RequestChecks): Source | undefined {
  const schema = bodySchemaOf(operation);
  return schema && checks.propertyOf(checks.checkOf(schema), operation.requestBody?.required === true);
}

function encodingOf({ requestBody }: DocumentOperation): string | undefined {
  const [contentType] = Object.keys(requestBody?.content ?? {});
  return contentType === 'application/json' ? undefined : contentType;
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
  method: string;
  template: string;
  [column: string]: unknown;
}

/** An operation, and where it stands in the document. */
interface OperationPlace {
  method: string;
  template: string;
  operation: DocumentOperation;
  item: PathItem;
}

/** What types cannot hold of an operation: host, token, encoding, checks, and whether it may be repeated. */
function rowOf(place: OperationPlace, document: OpenApiDocument, checks: RequestChecks): Row {
  const { method, template, operation, item } = place;
  const host = item.servers?.[0]?.['x-host'];
  const retry = operation['x-retry'];
  if (!host || !retry) throw new Error(`${operation.operationId}: name its x-host and its x-retry.`);
  const parameters = parametersOf(operation, item, document);
  return {
    method: method.toUpperCase(),
    host,
    template,
    tokens: tokensOf(operation, document),
    isRepeatable: retry !== 'write',
    encoding: encodingOf(operation),
    path: pathOf(parameters, checks),
    query: queryOf(parameters, checks),
    body: bodyOf(operation, checks),
    isAnswerOpen: isAnswerOpen(operation, document),
    meaningfulFailures: Object.keys(operation.responses)
      .map(Number)
      .filter((status) => status >= 500),
  };
}

/** The rows of the table by operation id. */
function operationRows(document: OpenApiDocument, checks: RequestChecks): Map<string, Row> {
  const rows = new Map<string, Row>();
  for (const [template, item] of Object.entries(document.paths)) {
    for (const method of methods) {
      const operation = item[method];
      if (operation) rows.set(operation.operationId, rowOf({ method, template, operation, item }, document, checks));
    }
  }
  return rows;
}

/** The names of the schemas that are reached from a schema, its own included. */
function reachableSchemas(schema: Schema, document: OpenApiDocument, found = new Set<string>()): Set<string> {
  for (const [, reference = ''] of JSON.stringify(schema).matchAll(/"\$ref":"([^"]+)"/g)) {
    const name = schemaNameOf(reference);
    if (found.has(name)) continue;
    found.add(name);
    reachableSchemas(document.components.schemas[name] ?? {}, document, found);
  }
  return found;
}

/** The names of the tokens and passwords that the service answers with: the client never shows them by accident. */
function secretFields(document: OpenApiDocument): string[] {
  const operations = Object.values(document.paths).flatMap((item) => methods.map((method) => item[method]));
  const requestSchemas = new Set<string>();
  for (const operation of operations) {
    const schema = operation && bodySchemaOf(operation);
    if (schema) reachableSchemas(schema, document, requestSchemas);
  }
  const answers = Object.entries(document.components.schemas).filter(([name]) => !requestSchemas.has(name));
  const names = answers.flatMap(([, { properties = {} }]) =>
    Object.entries(properties).flatMap(([name, schema]) => (schema['x-sensitive'] === 'secret' ? [name] : [])),
  );
  return [...new Set(names)];
}

/** The operation table as TypeScript source, without its imports. */
export function operationTableSource(document: OpenApiDocument, checks: RequestChecks): string {
  const rows = operationRows(document, checks);
  const hosts = [...new Set([...rows.values()].map(({ host }) => host))];
  const tokenKinds = Object.values(document.components.securitySchemes).map((scheme) => scheme['x-token']);
  const secrets = secretFields(document);
  return [
    '/** What the types of an operation do not hold, by operation id. */',
    `export const operationTable: Readonly<Record<keyof operations, Operation>> = ${source(Object.fromEntries(rows))};`,
    '/** The hosts that serve the operations. The host of `legacy` is not shown (LEGACY-3). */',
    `export const hostNames = ${source(hosts)} as const;`,
    '/** The kinds of token that operations take (AUTH-2, AUTH-3, AUTH-8, AUTH-9, AUTH-11). */',
    `export const tokenKinds = ${source(tokenKinds)} as const;`,
    '/** The properties of answers that hold a token or a password. */',
    `export type SecretField = ${secrets.map((name) => `'${name}'`).join(' | ')};`,
    `export const secretFields: readonly string[] = ${source(secrets)};`,
    '/** The ids of the operations by host, method and path. */',
    `export interface Routes ${routesSource(rows)}`,
  ].join('\n');
}

/** The operations by host, method and path, as a type. */
function routesSource(rows: Map<string, Row>): string {
  const hosts: Record<string, Record<string, Record<string, string>>> = {};
  for (const [operationId, { host, method, template }] of rows) {
    hosts[host] ??= {};
    hosts[host][method] ??= {};
    hosts[host][method][template] = operationId;
  }
  return source(hosts);
}
