import {
  type HostName,
  type Operation,
  openApiDocument,
  type PathItem,
  type Reference,
  type Response,
  type TokenKind,
} from '@escrow-kit/spec';
import type { operations as ServiceOperations } from '../generated/service.ts';

/** An operation of the document by its id. */
export type OperationId = keyof ServiceOperations;

/** What routing, checks and refusals need to know of an operation, read from the document. */
export interface ServiceOperation {
  id: OperationId;
  method: string;
  /** With placeholders in braces. */
  path: string;
  host: HostName;
  /** The kinds of token accepted; none where the operation takes no token. */
  tokenKinds: TokenKind[];
  rules: string[];
  /** The media type of the body; undefined where there is none. */
  mediaType: string | undefined;
  isBodyRequired: boolean;
  /** Bodies that the document shows, by their names. */
  examples: Record<string, unknown>;
  /** Query parameters as the document shows them. */
  queryExample: Record<string, unknown>;
  /** The name of the schema of each documented refusal, by status. */
  refusalSchemas: Record<string, string>;
  /** What each answer looks like, by status or by a class of them such as `4XX`. */
  responses: Record<string, Response>;
  /** The operation to call instead of this deprecated one. */
  replacedBy: OperationId | undefined;
}

const methods = ['get', 'put', 'post', 'delete', 'patch'] as const;

/** Every operation that the document describes. */
export const operations: readonly ServiceOperation[] = Object.entries(openApiDocument.paths).flatMap(([path, item]) =>
  methods.flatMap((method) => {
    const operation = item[method];
    return operation ? [toServiceOperation({ method, path, item, operation })] : [];
  }),
);

interface Source {
  method: string;
  path: string;
  item: PathItem;
  operation: Operation;
}

function toServiceOperation({ method, path, item, operation }: Source): ServiceOperation {
  const schemes = operation.security.flatMap((requirement) => Object.keys(requirement));
  const tokens = schemes.flatMap((name) => openApiDocument.components.securitySchemes[name] ?? []);
  const host = item.servers?.[0]?.['x-host'];
  if (!host) throw new Error(`The document gives ${path} no host.`);
  const responses = mapValues(operation.responses, toResponse);
  const [[mediaType, content] = []] = Object.entries(operation.requestBody?.content ?? {});
  return {
    id: operation.operationId as OperationId,
    method: method.toUpperCase(),
    path,
    host,
    tokenKinds: tokens.map((token) => token['x-token']),
    rules: operation['x-rules'],
    mediaType,
    isBodyRequired: operation.requestBody?.required === true,
    examples: mapValues(content?.examples ?? {}, ({ value }) => value),
    queryExample: toQueryExample(operation),
    refusalSchemas: mapValues(responses, schemaName),
    responses,
    replacedBy: operation['x-replaced-by'] as OperationId | undefined,
  };
}

function toQueryExample({ parameters = [] }: Operation): Record<string, unknown> {
  const shown = parameters.flatMap((parameter) =>
    'in' in parameter && parameter.in === 'query' && parameter.example !== undefined
      ? [[parameter.name, parameter.example]]
      : [],
  );
  return Object.fromEntries(shown);
}

function mapValues<From, To>(record: Record<string, From>, map: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}

function schemaName({ content }: Response): string {
  return (content?.['application/json']?.schema.$ref ?? '').replace('#/components/schemas/', '');
}

function toResponse(response: Response | Reference): Response {
  if (!('$ref' in response)) return response;
  const found = openApiDocument.components.responses[response.$ref.replace('#/components/responses/', '')];
  if (!found) throw new Error(`The document has no response ${response.$ref}.`);
  return found;
}
