import { type Operation, openApiDocument, type Reference, type Response, type TokenKind } from '@escrow-kit/spec';
import { createRequestValidator } from '@escrow-kit/spec/validate';
import { createExampleRequest, type OperationPlace } from './example-request.ts';
import type { PrismRequest } from './prism-request.ts';

/** The part of the document that decides whether a request to one operation is refused. */
export interface DocumentedOperation {
  operationId: string;
  /** In capitals. */
  method: string;
  /** The path as the document writes it, with its parameters in braces. */
  path: string;
  /** Any one of these kinds is accepted; empty where the operation takes no token. */
  tokenKinds: TokenKind[];
  /** Empty where the operation takes no body. */
  mediaTypes: string[];
  responses: Record<string, Response>;
  /** A request that the document accepts. */
  example: PrismRequest;
  validate: ReturnType<typeof createRequestValidator>;
}

const methods = ['get', 'put', 'post', 'delete', 'patch'] as const;

/** Reads every operation of the document. */
export function readOperations(): DocumentedOperation[] {
  return Object.entries(openApiDocument.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation ? [readOperation({ method: method.toUpperCase(), path, item, operation })] : [];
    }),
  );
}

function readOperation(place: OperationPlace): DocumentedOperation {
  const { method, path, operation } = place;
  const responses = Object.entries(operation.responses).map(([status, response]) => [status, toResponse(response)]);
  return {
    operationId: operation.operationId,
    method,
    path,
    tokenKinds: readTokenKinds(operation),
    mediaTypes: Object.keys(operation.requestBody?.content ?? {}),
    responses: Object.fromEntries(responses),
    example: createExampleRequest(place),
    validate: createRequestValidator(operation.operationId),
  };
}

function readTokenKinds({ security }: Operation): TokenKind[] {
  const schemes = security.flatMap((requirement) => Object.keys(requirement));
  return schemes.flatMap((name) => openApiDocument.components.securitySchemes[name]?.['x-token'] ?? []);
}

function toResponse(response: Response | Reference): Response {
  if (!('$ref' in response)) return response;
  const found = openApiDocument.components.responses[response.$ref.replace('#/components/responses/', '')];
  if (!found) throw new Error(`The document has nothing at ${response.$ref}.`);
  return found;
}
