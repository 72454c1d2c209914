import { type Operation, openApiDocument, type PathItem, type Response } from '@escrow-kit/spec';
import type { Received } from './send-request.ts';

const methods = ['get', 'put', 'post', 'delete', 'patch'] as const;

export interface OperationPlace {
  /** As in `POST /users/link`. */
  target: string;
  path: string;
  item: PathItem;
  operation: Operation;
}

/** Every operation of the document, where it stands. */
export const operationPlaces: OperationPlace[] = Object.entries(openApiDocument.paths).flatMap(([path, item]) =>
  methods.flatMap((method) => {
    const operation = item[method];
    return operation ? [{ target: `${method.toUpperCase()} ${path}`, path, item, operation }] : [];
  }),
);

/** The answer that an example of the document describes. */
export function answerExample(operationId: string, status: number, name: string): Received {
  const documented = findOperation(operationId).responses[status];
  const response = documented && '$ref' in documented ? componentResponse(documented.$ref) : documented;
  const example = response?.content?.['application/json']?.examples?.[name];
  if (!example) throw new Error(`${operationId} ${status} has no example ${name}.`);
  return { status, body: example.value };
}

/** A copy, free to be changed, of the first example of a request body. */
// biome-ignore lint/suspicious/noExplicitAny: tests break the example at will
export function requestExample(operationId: string): any {
  const content = Object.values(findOperation(operationId).requestBody?.content ?? {})[0];
  const example = Object.values(content?.examples ?? {})[0];
  if (!example) throw new Error(`${operationId} has no example of a request.`);
  return structuredClone(example.value);
}

function findOperation(operationId: string): Operation {
  const place = operationPlaces.find(({ operation }) => operation.operationId === operationId);
  if (!place) throw new Error(`No operation ${operationId}.`);
  return place.operation;
}

function componentResponse(reference: string): Response | undefined {
  return openApiDocument.components.responses[reference.split('/').at(-1) ?? ''];
}
