import {
  hostNames,
  type OpenApiDocument,
  operations,
  type Parameter,
  type Schema,
  type ServiceOperation,
  tokenKinds,
} from '@escrow-kit/spec';
import type { SchemaChecks } from './schema-checks.ts';
import { callOf, type Source, schemaNameOf, source } from './source.ts';

/** Text in a path needs no check of its own, because every path parameter must be an id. */
function pathOf(parameters: Parameter[], checks: SchemaChecks): object | undefined {
  const inPath = parameters.filter(({ in: place }) => place === 'path');
  if (inPath.length === 0) return undefined;
  const entries = inPath.map(({ name, schema }) => {
    const isText = checks.resolve(schema).type === 'string';
    return [name, isText ? callOf('anything') : checks.checkOf(schema)];
  });
  return Object.fromEntries(entries);
}

function queryOf(parameters: Parameter[], checks: SchemaChecks): Source | undefined {
  const inQuery = parameters.filter(({ in: place }) => place === 'query');
  if (inQuery.length === 0) return undefined;
  const properties = inQuery.map(({ name, schema, required, 'x-constraints': constraints = {} }) => [
    name,
    checks.propertyOf(checks.checkOf(schema), required, constraints['required']),
  ]);
  return callOf('required', callOf('object', { properties: Object.fromEntries(properties) }));
}

function bodyOf({ body, definition }: ServiceOperation, checks: SchemaChecks): Source | undefined {
  return body && checks.propertyOf(checks.checkOf(body.schema), definition.requestBody?.required === true);
}

/** The types of the fields of a success, by paths such as `data.id`; undefined if the answer is not shown. */
function answerTypesOf({ responses }: ServiceOperation, checks: SchemaChecks): Record<string, string> | undefined {
  const [content] = Object.values(responses['200']?.content ?? {});
  const schema = content && checks.resolve(content.schema);
  return schema?.properties && typesIn(schema, '', checks);
}

function typesIn({ properties = {} }: Schema, prefix: string, checks: SchemaChecks): Record<string, string> {
  const entries = Object.entries(properties).flatMap(([name, property]) => {
    const schema = checks.resolve(property);
    const path = `${prefix}${name}`;
    // What is inside an object has a path that says it is one.
    const own = schema.type && schema.type !== 'object' ? [[path, schema.type]] : [];
    return [...own, ...Object.entries(typesIn(schema, `${path}.`, checks))];
  });
  return Object.fromEntries(entries);
}

/** A row of the table. */
interface Row {
  host: string;
  method: string;
  template: string;
  [column: string]: unknown;
}

/** What types cannot express about an operation: host, token, encoding, checks, and whether it may be repeated. */
function rowOf(operation: ServiceOperation, checks: SchemaChecks): Row {
  const { id, method, host, path, parameters, mediaType, definition } = operation;
  const retry = definition['x-retry'];
  if (!retry) throw new Error(`${id}: name its x-retry.`);
  const failures = Object.keys(operation.responses)
    .map(Number)
    .filter((status) => status >= 500);
  return {
    method,
    host,
    template: path,
    tokens: operation.tokenKinds,
    isRepeatable: retry !== 'write',
    encoding: mediaType === 'application/json' ? undefined : mediaType,
    path: pathOf(parameters, checks),
    query: queryOf(parameters, checks),
    body: bodyOf(operation, checks),
    answer: answerTypesOf(operation, checks),
    meaningfulFailures: failures.length > 0 ? failures : undefined,
  };
}

/** The rows of the table by operation id. */
function operationRows(checks: SchemaChecks): Map<string, Row> {
  return new Map(operations.map((operation) => [operation.id, rowOf(operation, checks)]));
}

/** The names of the schemas to which a schema refers, at any depth. */
function reachableSchemas(schema: Schema, document: OpenApiDocument, found = new Set<string>()): Set<string> {
  for (const [, reference = ''] of JSON.stringify(schema).matchAll(/"\$ref":"([^"]+)"/g)) {
    const name = schemaNameOf(reference);
    if (found.has(name)) continue;
    found.add(name);
    reachableSchemas(document.components.schemas[name] ?? {}, document, found);
  }
  return found;
}

/** The names of tokens and passwords in answers, which the client wraps as secrets. */
function secretFields(document: OpenApiDocument): string[] {
  const requestSchemas = new Set<string>();
  for (const { body } of operations) {
    if (body) reachableSchemas(body.schema, document, requestSchemas);
  }
  const answers = Object.entries(document.components.schemas).filter(([name]) => !requestSchemas.has(name));
  const names = answers.flatMap(([, { properties = {} }]) =>
    Object.entries(properties).flatMap(([name, schema]) => (schema['x-sensitive'] === 'secret' ? [name] : [])),
  );
  return [...new Set(names)];
}

/** Texts as a union type. */
const unionOf = (texts: readonly string[]): string => texts.map((text) => `'${text}'`).join(' | ');

/**
 * The operation table and the types of the document as TypeScript source, without its imports.
 * @param typeName The name of the interface that holds all types of the document.
 */
export function operationTableSource(document: OpenApiDocument, checks: SchemaChecks, typeName: string): string {
  const rows = operationRows(checks);
  const secrets = secretFields(document);
  return [
    '/** What types cannot express about each operation, by operation id. */',
    `export const operationTable: Readonly<Record<keyof operations, OperationFacts<HostName, TokenKind>>> = ${source(Object.fromEntries(rows))};`,
    `type HostName = keyof ${typeName}['hosts'];`,
    '/** The hosts that serve the operations. The host of `legacy` is not shown (LEGACY-3). */',
    `export const hostNames: readonly HostName[] = ${source(hostNames)};`,
    `type TokenKind = ${typeName}['tokenKind'];`,
    '/** The kinds of token that operations take (AUTH-2, AUTH-3, AUTH-8, AUTH-9, AUTH-11). */',
    `export const tokenKinds: readonly TokenKind[] = ${source(tokenKinds)};`,
    '/** The properties of answers that hold a token or a password. */',
    `export const secretFields: readonly ${typeName}['secretField'][] = ${source(secrets)};`,
    '/** The types of the document. */',
    `export interface ${typeName} {
      /** The operations by id. */
      operations: operations;
      /** The paths. */
      paths: paths;
      /** The components, such as schemas. */
      components: components;
      /** The paths that each host serves. */
      hosts: { ${hostPathsSource(rows)} };
      /** A kind of token that operations take. */
      tokenKind: ${unionOf(tokenKinds)};
      /** A property of an answer that holds a token or a password. */
      secretField: ${unionOf(secrets)};
    }`,
  ].join('\n');
}

/** The paths of each host, as the members of a type. */
function hostPathsSource(rows: Map<string, Row>): string {
  const members = hostNames.map((host) => {
    const templates = [...rows.values()].filter((row) => row.host === host).map(({ template }) => template);
    return `${host}: Pick<paths, ${unionOf([...new Set(templates)])}>;`;
  });
  return members.join(' ');
}
