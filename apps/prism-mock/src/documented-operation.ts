import { type Operation, openApiDocument, type Reference, type Response, type TokenKind } from '@escrow-kit/spec';
import { createRequestValidator } from '@escrow-kit/spec/validate';

/** The part of the document that decides whether a request to one operation is refused. */
export interface DocumentedOperation {
  operationId: string;
  /** The path as the document writes it, with its parameters in braces. */
  path: string;
  /** Any one of these kinds is accepted; empty where the operation takes no token. */
  tokenKinds: TokenKind[];
  /** Empty where the operation takes no body. */
  mediaTypes: string[];
  responses: Record<string, Response>;
  validate: ReturnType<typeof createRequestValidator>;
}

/** Reads every operation of the document, by method and path template as in `post /users/link`. */
export function readOperations(): Map<string, DocumentedOperation> {
  const operations = new Map<string, DocumentedOperation>();
  for (const [path, item] of Object.entries(openApiDocument.paths)) {
    for (const method of ['get', 'put', 'post', 'delete', 'patch'] as const) {
      const operation = item[method];
      if (operation) operations.set(`${method} ${path}`, readOperation(path, operation));
    }
  }
  return operations;
}

function readOperation(path: string, operation: Operation): DocumentedOperation {
  const schemes = operation.security.flatMap((requirement) => Object.keys(requirement));
  const responses = Object.entries(operation.responses).map(([status, response]) => [status, toResponse(response)]);
  return {
    operationId: operation.operationId,
    path,
    tokenKinds: schemes.flatMap((name) => openApiDocument.components.securitySchemes[name]?.['x-token'] ?? []),
    mediaTypes: Object.keys(operation.requestBody?.content ?? {}),
    responses: Object.fromEntries(responses),
    validate: createRequestValidator(operation.operationId),
  };
}

function toResponse(response: Response | Reference): Response {
  if (!('$ref' in response)) return response;
  const found = openApiDocument.components.responses[response.$ref.replace('#/components/responses/', '')];
  if (!found) throw new Error(`The document has nothing at ${response.$ref}.`);
  return found;
}
