import {
  type HostName,
  type MediaType,
  type Method,
  methods,
  type OpenApiDocument,
  type Operation,
  openApiDocument,
  type Parameter,
  type PathItem,
  type Reference,
  type Response,
  type TokenKind,
} from './document.ts';
import type { operationIds } from './generated/facts.ts';
import { resolveReference } from './resolve-reference.ts';

/** A document of operations, of which the service's is one. */
export type OperationDocument = Pick<OpenApiDocument, 'paths'> & Partial<OpenApiDocument>;

/** The id of an operation of the service. */
export type OperationId = (typeof operationIds)[number];

/** An operation with what the document says of it in other places: its path, and what its references point to. */
export interface DocumentedOperation {
  id: string;
  method: Uppercase<Method>;
  /** With placeholders in braces. Of a webhook, its name. */
  path: string;
  /** Those of the path first. */
  parameters: Parameter[];
  /** The media type of the body; undefined where there is none. */
  mediaType: string | undefined;
  /** Schema and examples of the body; undefined where there is none. */
  body: MediaType | undefined;
  /** By status, or by a class of them such as `4XX`. */
  responses: Record<string, Response>;
  /** The operation as the document has it. */
  definition: Operation;
}

/** An operation of the service. */
export interface ServiceOperation extends DocumentedOperation {
  id: OperationId;
  host: HostName;
  /** The kinds of token accepted, any one of them, the usual one first; none where the operation takes no token. */
  tokenKinds: TokenKind[];
}

/** Every operation of a document, in its order. Default: the service's. Throws where a reference points to nothing. */
export function listOperations(document: OperationDocument = openApiDocument): DocumentedOperation[] {
  return readItems(document.paths, document);
}

/** Every request that a document says the service sends. Default: the service's. */
export function listWebhookRequests(document: OperationDocument = openApiDocument): DocumentedOperation[] {
  return readItems(document['x-webhooks'] ?? {}, document);
}

function readItems(items: Record<string, PathItem>, document: OperationDocument): DocumentedOperation[] {
  return Object.entries(items).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const definition = item[method];
      return definition ? [readOperation({ path, item, method, definition }, document)] : [];
    }),
  );
}

/** Where an operation stands in a document. */
interface OperationPlace {
  path: string;
  item: PathItem;
  method: Method;
  definition: Operation;
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
  if (!host) throw new Error(`The document gives ${operation.path} no host.`);
  const schemes = operation.definition.security.flatMap((requirement) => Object.keys(requirement));
  const { securitySchemes } = openApiDocument.components;
  const tokenKinds = schemes.flatMap((name) => securitySchemes[name]?.['x-token'] ?? []);
  return { ...operation, id: operation.id as OperationId, host, tokenKinds };
}

/** The operation of the service with this id. Throws where there is none. */
export function getOperation(id: string): ServiceOperation {
  const operation = operations.find((candidate) => candidate.id === id);
  if (!operation) throw new Error(`The document has no operation ${id}.`);
  return operation;
}

/** The document's first example of a body; undefined where it has none. */
export function exampleBodyOf({ body }: Pick<DocumentedOperation, 'body'>): unknown {
  return Object.values(body?.examples ?? {})[0]?.value;
}

/** The tokens of the document's examples, by kind: mock and sandbox accept them. */
export const exampleTokens: Readonly<Record<TokenKind, string>> = Object.fromEntries(
  Object.values(openApiDocument.components.securitySchemes).map((scheme) => [
    scheme['x-token'],
    scheme['x-example-token'],
  ]),
) as Record<TokenKind, string>;
