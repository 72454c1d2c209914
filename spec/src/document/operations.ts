import type { OperationIds } from '../generated/facts.ts';
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
import { openApiDocument } from './open-api-document.ts';
import { type OperationPlace, operationsIn } from './operations-in.ts';
import { resolveReference } from './resolve-reference.ts';

/** A document with operations, such as the service's. */
export type OperationDocument = Pick<OpenApiDocument, 'paths'> & Partial<OpenApiDocument>;

/** The id of an operation of the service. */
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
  /** By status; `default` stands for all refusals that are not described. */
  responses: Record<string, Response>;
  /** The operation as the document has it. */
  definition: Operation;
}

/** An operation of the service. */
export interface ServiceOperation extends DocumentedOperation {
  id: OperationId;
  host: HostName;
  /** The accepted kinds of token, the usual one first; empty if the operation takes no token. */
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
 * The status by which an operation refuses a wrong value: 400, or another one that the document has, such as 422, if the document
 * lacks 400 or does not show that status.
 */
export function statusOfWrongValue({ responses }: Pick<DocumentedOperation, 'responses'>): number {
  const own = responses[400];
  if (own && !/\bstatus\b/i.test(own['x-not-shown'] ?? '')) return 400;
  const other = Object.keys(responses).find((status) => /^4\d\d$/.test(status) && !otherMeanings.includes(status));
  return Number(other ?? 400);
}

/** Lists every operation of a document, in its order. Default: the service's. Throws if a reference points to nothing. */
export function listOperations(document: OperationDocument = openApiDocument): DocumentedOperation[] {
  return operationsIn(document.paths).map((place) => readOperation(place, document));
}

/** Lists every webhook request of a document. Default: the service's. */
export function listWebhookRequests(document: OperationDocument = openApiDocument): DocumentedOperation[] {
  return operationsIn(document['x-webhooks'] ?? {}).map((place) => readOperation(place, document));
}

/** Returns an operation or a webhook request of a document by its id. Throws if the document has none. */
export function getDocumentedOperation(id: string, document: OperationDocument): DocumentedOperation {
  const places = [...operationsIn(document.paths), ...operationsIn(document['x-webhooks'] ?? {})];
  const place = places.find(({ definition }) => definition.operationId === id);
  if (!place) throw new Error(`The document has no operation ${id}.`);
  return readOperation(place, document);
}

function readOperation(
  { path, item, method, definition }: OperationPlace,
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
  if (!host) throw new Error(`The document gives no host for ${operation.path}.`);
  const schemes = operation.definition.security.flatMap((requirement) => Object.keys(requirement));
  const { securitySchemes } = openApiDocument.components;
  const tokenKinds = schemes.flatMap((name) => securitySchemes[name]?.['x-token'] ?? []);
  return { ...operation, id: operation.id as OperationId, host, tokenKinds };
}

/** Returns the operation of the service with this id. Throws if there is none. */
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
