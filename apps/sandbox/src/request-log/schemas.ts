import { openApiDocument, type Parameter, type Schema } from '@escrow-kit/spec';
import type { OperationId, ServiceOperation } from '../document/operations.ts';

/** The schemas of an operation's request: its parameters as objects, and its body. */
export interface RequestSchemas {
  path: Schema;
  query: Schema;
  body: Schema[];
}

const requestSchemasById = new Map<OperationId, RequestSchemas>();

/** Finds the schemas of an operation's request. */
export function requestSchemas(operation: ServiceOperation): RequestSchemas {
  const schemas = requestSchemasById.get(operation.id) ?? readSchemas(operation);
  requestSchemasById.set(operation.id, schemas);
  return schemas;
}

/** The schema of an operation's answer; none where the document gives the status no body. */
export function answerSchemas({ responses }: ServiceOperation, status: number): Schema[] {
  const response = responses[status] ?? responses[`${Math.floor(status / 100)}XX`];
  const schema = response?.content?.['application/json']?.schema;
  return schema ? [schema] : [];
}

function readSchemas({ parameters, body }: ServiceOperation): RequestSchemas {
  return { path: toSchema(parameters, 'path'), query: toSchema(parameters, 'query'), body: body ? [body.schema] : [] };
}

/** Parameters arrive as text, whatever their type. */
function toSchema(parameters: Parameter[], place: 'path' | 'query'): Schema {
  const own = parameters.filter((parameter) => parameter.in === place);
  const properties = own.map(({ name, schema }) => [name, { anyOf: [schema, { type: 'string' }] }]);
  return { type: 'object', properties: Object.fromEntries(properties) as Record<string, Schema> };
}

const alternatives = new WeakMap<Schema, Schema[]>();

/** The schema itself and every one that it may stand for: by reference, as a branch or as a part. */
export function schemaAlternatives(schema: Schema): Schema[] {
  const known = alternatives.get(schema);
  if (known) return known;
  const { $ref, oneOf = [], anyOf = [], allOf = [] } = schema as Schema & { allOf?: Schema[] };
  const referred = $ref === undefined ? [] : [resolve($ref)];
  const all = [schema, ...[...referred, ...oneOf, ...anyOf, ...allOf].flatMap(schemaAlternatives)];
  alternatives.set(schema, all);
  return all;
}

function resolve(pointer: string): Schema {
  const schema = openApiDocument.components.schemas[pointer.replace('#/components/schemas/', '')];
  if (!schema) throw new Error(`The document has no schema ${pointer}.`);
  return schema;
}
