import { exampleBodyOf, exampleTokens, fillPath, getOperation, type ServiceOperation } from '@escrow-kit/spec';
import type { Received } from './send-request.ts';

/** The answer that an example of the document describes. */
export function answerExample(operationId: string, status: number, name: string): Received {
  const example = getOperation(operationId).responses[status]?.content?.['application/json']?.examples?.[name];
  if (!example) throw new Error(`${operationId} ${status} has no example ${name}.`);
  return { status, body: example.value };
}

/** A copy, free to be changed, of the first example of a request body. */
// biome-ignore lint/suspicious/noExplicitAny: tests break the example at will
export function requestExample(operationId: string): any {
  const example = exampleBodyOf(getOperation(operationId));
  if (!example) throw new Error(`${operationId} has no example of a request.`);
  return structuredClone(example);
}

/** A request of an operation, for `fetch`. */
export interface ExampleRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** The requests that an operation's examples describe: one for each example of the body, or one without a body. */
export function exampleRequests({ method, path, mediaType, body, parameters, tokenKinds }: ServiceOperation) {
  const [kind] = tokenKinds;
  const valuesIn = (place: string) =>
    Object.fromEntries(parameters.filter((it) => it.in === place).map(({ name, example }) => [name, String(example)]));
  const request: ExampleRequest = {
    method,
    path: `${fillPath(path, valuesIn('path'))}?${new URLSearchParams(valuesIn('query'))}`,
    headers: {
      ...(kind && { authorization: `Bearer ${exampleTokens[kind]}` }),
      ...(mediaType && { 'content-type': mediaType }),
    },
  };
  const bodies = Object.values(body?.examples ?? {}).map(({ value }) => encode(value, mediaType));
  return bodies.length === 0 ? [request] : bodies.map((each): ExampleRequest => ({ ...request, body: each }));
}

const encode = (value: unknown, mediaType: string | undefined): string =>
  mediaType === 'application/x-www-form-urlencoded'
    ? String(new URLSearchParams(value as Record<string, string>))
    : JSON.stringify(value);
