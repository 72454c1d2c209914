import { exampleBodyOf, getOperation } from '@escrow-kit/spec';
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
