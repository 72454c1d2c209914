import type { OperationIds } from '../generated/facts.ts';
import { adaptValue } from './adapt-value.ts';
import type {
  HostName,
  MediaType,
  Method,
  OpenApiDocument,
  Operation,
  Parameter,
  Reference,
  Response,
  TokenKind,
} from './document.ts';
import { openApiDocument, resolveReference } from './load.ts';
import { type OperationEntry, operationsIn } from './read-facts.ts';

/** A document with operations, such as the service's. */
export type OperationDocument = Pick<OpenApiDocument, 'paths'> & Partial<OpenApiDocument>;

/** The ID of an operation of the service. */
export type OperationId = OperationIds[number];

/** An operation with everything the document says about it, including its path. References are resolved. */
export interface DocumentedOperation {
  id: string;
  method: Uppercase<Method>;
  /** With placeholders in braces. For a webhook, its name. */
  path: string;
  /** The parameters of the path come first. */
  parameters: Parameter[];
  /** The media type of the body; undefined if there is none. */
  mediaType: string | undefined;
  /** Schema and examples of the body; undefined if there is none. */
  body: MediaType | undefined;
  /** By status; `default` is for all refusals that are not described. */
  responses: Record<string, Response>;
  /** The operation as the document has it. */
  definition: Operation;
}

/** An operation of the service. */
export interface ServiceOperation extends DocumentedOperation {
  id: OperationId;
  host: HostName;
  /** The accepted kinds of token, the usual one first; empty if the operation needs no token. */
  tokenKinds: TokenKind[];
}

/** The documented response for a status. For a 4xx without its own, it is `default`; undefined if there is none. */
export function responseFor(responses: Readonly<Record<string, Response>>, status: number): Response | undefined {
  const isRefusal = status >= 400 && status < 500;
  return responses[status] ?? (isRefusal ? responses['default'] : undefined);
}

/** 400, and the refusals that mean something else than a wrong value. */
const otherMeanings = ['400', '401', '403', '404', '405', '409', '413', '415', '429'];

/**
 * The status of a refusal for a wrong value: 400, or another documented status, such as 422, if the document lacks 400 or marks its status
 * as not shown.
 */
export function statusOfWrongValue({ responses }: Pick<DocumentedOperation, 'responses'>): number {
  const own = responses[400];
  if (own && !own['x-open']?.includes('status')) return 400;
  const other = Object.keys(responses).find((status) => /^4\d\d$/.test(status) && !otherMeanings.includes(status));
  return Number(other ?? 400);
}

/** Lists every operation of a document, in its order. Default: the service's. Throws if a reference points to nothing. */
export function listOperations(document: OperationDocument = openApiDocument): DocumentedOperation[] {
  return operationsIn(document.paths).map((entry) => readOperation(entry, document));
}

/** Lists every webhook request of a document. Default: the service's. */
export function listWebhookRequests(document: OperationDocument = openApiDocument): DocumentedOperation[] {
  return operationsIn(document['x-webhooks'] ?? {}).map((entry) => readOperation(entry, document));
}

/** Returns an operation or a webhook request of a document by its ID. Throws if the document has none. */
export function getDocumentedOperation(id: string, document: OperationDocument): DocumentedOperation {
  const entries = [...operationsIn(document.paths), ...operationsIn(document['x-webhooks'] ?? {})];
  const entry = entries.find(({ definition }) => definition.operationId === id);
  if (!entry) throw new Error(`The document has no operation ${id}.`);
  return readOperation(entry, document);
}

function readOperation(
  { path, item, method, definition }: OperationEntry,
  document: OperationDocument,
): DocumentedOperation {
  const parameters = [...(item.parameters ?? []), ...(definition.parameters ?? [])];
  const [[mediaType, body] = []] = Object.entries(definition.requestBody?.content ?? {});
  const responses = Object.entries(definition.responses ?? {});
  return {
    id: definition.operationId,
    method: method.toUpperCase() as Uppercase<Method>,
    path,
    parameters: parameters.map((parameter) => resolved(parameter, document)),
    mediaType,
    body,
    responses: Object.fromEntries(responses.map(([status, response]) => [status, resolved(response, document)])),
    definition,
  };
}

function resolved<Part extends object>(part: Part | Reference, document: OperationDocument): Part {
  return '$ref' in part ? (resolveReference(part.$ref, document) as Part) : part;
}

/** Every operation of the service, in the order of the document. Treat it as read-only. */
export const operations: readonly ServiceOperation[] = listOperations().map(toServiceOperation);

function toServiceOperation(operation: DocumentedOperation): ServiceOperation {
  const host = openApiDocument.paths[operation.path]?.servers?.[0]?.['x-host'];
  if (!host) throw new Error(`The document has no host for ${operation.path}.`);
  const schemes = operation.definition.security.flatMap((requirement) => Object.keys(requirement));
  const { securitySchemes } = openApiDocument.components;
  const tokenKinds = schemes.flatMap((name) => securitySchemes[name]?.['x-token'] ?? []);
  return { ...operation, id: operation.id as OperationId, host, tokenKinds };
}

/** Returns the operation of the service with this ID. Throws if there is none. */
export function getOperation(id: string): ServiceOperation {
  const operation = operations.find((candidate) => candidate.id === id);
  if (!operation) throw new Error(`The document has no operation ${id}.`);
  return operation;
}

/** The document's first example of a body; undefined if it has none. */
export function exampleBodyOf({ body }: Pick<DocumentedOperation, 'body'>): unknown {
  return Object.values(body?.examples ?? {})[0]?.value;
}

/** The example tokens of the document, by kind. Mock and sandbox accept them. */
export const exampleTokens: Readonly<Record<TokenKind, string>> = Object.fromEntries(
  Object.values(openApiDocument.components.securitySchemes).map((scheme) => [
    scheme['x-token'],
    scheme['x-example-token'],
  ]),
) as Record<TokenKind, string>;

/** The operation of a request, with the values of its path placeholders. */
export interface RoutedOperation {
  operation: ServiceOperation;
  /** Decoded. A malformed escape passes through. */
  path: Record<string, string>;
}

/** Each operation with what its path looks like; those without placeholders come first. */
const routes = operations
  .map((operation) => ({ operation, names: placeholdersOf(operation.path), pattern: patternOf(operation.path) }))
  .sort((one, other) => one.names.length - other.names.length);

function placeholdersOf(path: string): string[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
}

function patternOf(path: string): RegExp {
  const [start = '', ...rest] = path.split(/\{[^{}]+\}/).map((text) => text.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${[start, ...rest].join('([^/]+)')}$`);
}

/**
 * Finds the operation of a request by its method, in capitals, and its path without query. Returns undefined if there is none.
 * A path without placeholders wins over one with them, and a placeholder is never empty.
 */
export function findOperation(method: string, path: string): RoutedOperation | undefined {
  for (const { operation, names, pattern } of routes) {
    const values = operation.method === method ? pattern.exec(path)?.slice(1) : undefined;
    if (values)
      return { operation, path: Object.fromEntries(names.map((name, at) => [name, decode(values[at] ?? '')])) };
  }
  return undefined;
}

/** The methods of a path; empty if the document does not have the path. */
export function methodsOf(path: string): string[] {
  return routes.filter(({ pattern }) => pattern.test(path)).map(({ operation }) => operation.method);
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/**
 * Fills the placeholders of a path with URL-encoded values. Throws if a value is missing, empty, `.` or `..`, because the path
 * would lead to another operation.
 */
export function fillPath(path: string, values: Readonly<Record<string, unknown>>): string {
  return path.replaceAll(/\{([^{}]+)\}/g, (_braces, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined || value === '') throw new Error(`The path ${path} needs a value for ${name}.`);
    const text = String(value);
    if (text === '.' || text === '..')
      throw new Error(`The path ${path} would lead elsewhere with ${text} for ${name}.`);
    return encodeURIComponent(text);
  });
}

/** The header parameters that each request of an operation needs, with their examples. The kit's own document has none. */
export function requiredHeadersOf({ parameters }: Pick<ServiceOperation, 'parameters'>): Record<string, string> {
  const needed = parameters.filter(({ in: place, required }) => place === 'header' && required);
  return Object.fromEntries(
    needed.map(({ name, example, schema }) => [
      name,
      String(example ?? adaptValue(undefined, schema, { document: openApiDocument })),
    ]),
  );
}

/** A kind of token that an operation returns. */
export interface GivenToken {
  kind: TokenKind;
  /** The body fields, with their values, that select this kind. Empty if any body does. */
  when: Record<string, string>;
}

/** The kinds of token that an operation returns (`x-obtained-by`); the kind with the most selecting fields is first. */
export function tokensGivenBy(operationId: string): GivenToken[] {
  const schemes = Object.values(openApiDocument.components.securitySchemes);
  return schemes
    .flatMap(({ 'x-obtained-by': source, 'x-token': kind }) =>
      source?.operation === operationId ? [{ kind, when: source.when ?? {} }] : [],
    )
    .sort((one, other) => Object.keys(other.when).length - Object.keys(one.when).length);
}

/** Whether a body has the fields that select a kind of token. */
export const asksFor = ({ when }: GivenToken, body: unknown): boolean =>
  Object.entries(when).every(([field, value]) => Object(body)[field] === value);
