import {
  getOperation,
  openApiDocument,
  operations,
  type Parameter,
  type Reference,
  type Schema,
  type ServiceOperation,
} from '@escrow-kit/spec';
import { type CallCase, callCasesOf } from '@escrow-kit/spec/test-support/call-cases';
import type { EscrowClient, OperationId } from '../../src/index.ts';

/** One example request of an operation, read from the document without the client. */
export interface DocumentCall {
  operationId: OperationId;
  example: string;
  method: string;
  template: string;
  host: keyof EscrowClient['hosts'];
  /** The kinds of token that authenticate it; any one will do. */
  tokens: string[];
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
  contentType: string | undefined;
  /** The body without fixed values, as a caller would give it. */
  typedBody: unknown;
  /** The example of a successful answer, if there is one. */
  answer: object | undefined;
}

function follow<Part extends object>(part: Part | Reference): Part {
  if (!('$ref' in part) || typeof part.$ref !== 'string') return part as Part;
  const names = part.$ref.split('/').slice(1);
  const found = names.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], openApiDocument);
  return follow(found as Part);
}

/** The schema of a value. For a discriminator, the schema that the value names. */
function schemaOf(schema: Schema, value: unknown): Schema {
  const { discriminator } = follow(schema);
  if (!discriminator) return follow(schema);
  const name = (value as Record<string, string>)[discriminator.propertyName] ?? '';
  return follow({ $ref: discriminator.mapping[name] ?? '' });
}

/** Removes fixed values from a body, as a caller would leave them out. */
function withoutFixed(declared: Schema, value: unknown): unknown {
  const { items, properties = {}, additionalProperties } = schemaOf(declared, value);
  if (items && Array.isArray(value)) return value.map((item) => withoutFixed(items, item));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([name, content]) => {
    const property = properties[name] ?? additionalProperties;
    if (typeof property !== 'object') return [[name, content]];
    return follow(property)['x-fixed'] ? [] : [[name, withoutFixed(property, content)]];
  });
  return Object.fromEntries(entries);
}

function answerOf({ responses }: ServiceOperation): object | undefined {
  const [example] = Object.values(responses['200']?.content?.['application/json']?.examples ?? {});
  return example?.value as object | undefined;
}

function callsOf(operation: ServiceOperation): DocumentCall[] {
  const { id, method, path, host, tokenKinds, parameters, mediaType, body } = operation;
  const valuesIn = (place: Parameter['in']) =>
    Object.fromEntries(parameters.filter((it) => it.in === place).map(({ name, example }) => [name, example]));
  const examples = body?.examples ? Object.entries(body.examples) : [['no body', { value: undefined }] as const];
  return examples.map(([example, { value }]) => ({
    operationId: id,
    example,
    method,
    template: path,
    host,
    tokens: tokenKinds,
    path: valuesIn('path'),
    query: valuesIn('query'),
    body: value,
    contentType: mediaType,
    typedBody: body && withoutFixed(body.schema, value),
    answer: answerOf(operation),
  }));
}

/** All example requests of the document. */
export const documentCalls: DocumentCall[] = operations.flatMap(callsOf);

/** Leaves out cases about fixed values, which the client fills in. */
const isCallers = ({ operationId, accepted, refused }: CallCase): boolean => {
  const { body } = getOperation(operationId);
  const [right, wrong] = [accepted, refused].map(({ request }) => body && withoutFixed(body.schema, request.body));
  return JSON.stringify(right) !== JSON.stringify(wrong);
};

/** The document's cases of wrong input from a caller. */
export const callersCases: CallCase[] = callCasesOf('client').filter(isCallers);
