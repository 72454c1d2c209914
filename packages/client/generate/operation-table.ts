import {
  hostNames,
  operations,
  type Parameter,
  type Schema,
  type ServiceOperation,
  tokenKinds,
} from '@escrow-kit/spec';
import { RefusedError } from './refused-error.ts';
import type { SchemaChecks } from './schema-checks.ts';
import { callOf, type Source, source } from './source.ts';

/** Text in a path needs no check of its own, because every path parameter must be an id. */
function pathOf(parameters: Parameter[], checks: SchemaChecks): object | undefined {
  const inPath = parameters.filter(
    ({ in: place, schema }) => place === 'path' && checks.resolve(schema).type !== 'string',
  );
  if (inPath.length === 0) return undefined;
  return Object.fromEntries(inPath.map(({ name, schema }) => [name, checks.checkOf(schema)]));
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

/** The types of the fields of a success, by paths such as `data.id` or `data.items[].id`; undefined if the answer is not shown. */
function answerTypesOf({ responses }: ServiceOperation, checks: SchemaChecks): Record<string, string> | undefined {
  const success = Object.entries(responses).find(([status]) => /^2\d\d$/.test(status));
  const [content] = Object.values(success?.[1].content ?? {});
  const schema = content && checks.resolve(content.schema);
  return schema?.properties && typesIn(schema, { prefix: '', around: [], checks });
}

/** How deep objects are whose fields calls require or flows read, such as `data.id` and `data.milestones[].id`. */
const fieldDepth = 2;

/** The place of a schema in an answer. */
interface AnswerPlace {
  prefix: string;
  /** The schemas around it. */
  around: readonly Schema[];
  checks: SchemaChecks;
}

function typesIn(whole: Schema, { prefix, around, checks }: AnswerPlace): Record<string, string> {
  const { properties = {} } = whole;
  // No call requires a field further inside.
  if (around.length === fieldDepth) return {};
  const entries = Object.entries(properties).flatMap(([name, property]) => {
    const schema = checks.resolve(property);
    const path = `${prefix}${name}`;
    // What is inside an object has a path that says it is one. Null has no type.
    const own = schema.type && schema.type !== 'object' && !schema.nullable ? [[path, schema.type]] : [];
    const inside = { around: [...around, whole], checks };
    // A list within a list has no types.
    const isOuterList = schema.items !== undefined && !prefix.includes('[]');
    const items = isOuterList
      ? typesIn(checks.resolve(schema.items ?? {}), { prefix: `${path}[].`, around, checks })
      : {};
    return [...own, ...Object.entries({ ...items, ...typesIn(schema, { ...inside, prefix: `${path}.` }) })];
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
  const { id, method, host, path, parameters, definition } = operation;
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
    isRepeatable: retry === 'write' ? undefined : true,
    encoding: encodingOf(operation),
    path: pathOf(parameters, checks),
    query: queryOf(parameters, checks),
    body: bodyOf(operation, checks),
    answer: answerTypesOf(operation, checks),
    meaningfulFailures: failures.length > 0 ? failures : undefined,
  };
}

/** The encoding of a body, unless it is JSON. */
function encodingOf({ id, mediaType }: ServiceOperation): string | undefined {
  if (mediaType === undefined || mediaType === 'application/json') return undefined;
  if (mediaType === 'application/x-www-form-urlencoded') return mediaType;
  throw new RefusedError(`${id} takes ${mediaType}, and a client sends JSON and forms alone.`);
}

/** The rows of the table by operation id. */
function operationRows(checks: SchemaChecks): Map<string, Row> {
  return new Map(operations.map((operation) => [operation.id, rowOf(operation, checks)]));
}

/** The names of tokens and passwords in answers, which the client wraps as secrets; `before` has more of them. */
function secretFields(checks: SchemaChecks, before: readonly string[]): string[] {
  const names = operations.flatMap(({ responses }) =>
    Object.values(responses).flatMap(({ content = {} }) =>
      Object.values(content).flatMap(({ schema }) => secretsIn(schema, [], checks)),
    ),
  );
  return [...new Set([...names, ...before])];
}

/** @param around The schemas around it, which may have themselves inside. */
function secretsIn(given: Schema, around: readonly Schema[], checks: SchemaChecks): string[] {
  const schema = checks.resolve(given);
  if (around.includes(schema)) return [];
  const { properties = {}, items, additionalProperties, oneOf = [], anyOf = [], allOf = [] } = schema;
  const own = Object.entries(properties).flatMap(([name, property]) =>
    checks.resolve(property)['x-sensitive'] === 'secret' ? [name] : [],
  );
  const parts = [...Object.values(properties), items, additionalProperties, oneOf, anyOf, allOf].flat() as unknown[];
  const inner = parts.filter((part): part is Schema => typeof part === 'object' && part !== null);
  return [...own, ...inner.flatMap((part) => secretsIn(part, [...around, schema], checks))];
}

/** Texts as a union type. */
const unionOf = (texts: readonly string[]): string => texts.map((text) => JSON.stringify(text)).join(' | ');

/**
 * The operation table and the types of the document as TypeScript source, without its imports.
 * @param typeName The name of the interface that holds all types of the document.
 * @param secretsBefore The fields that stay secret whatever the document says of them.
 */
export function operationTableSource(
  checks: SchemaChecks,
  typeName: string,
  secretsBefore: readonly string[] = [],
): string {
  const rows = operationRows(checks);
  const secrets = secretFields(checks, secretsBefore);
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
