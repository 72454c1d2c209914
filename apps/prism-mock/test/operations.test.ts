import { operations, type ServiceOperation } from '@escrow-kit/spec';
import { expect, test } from 'vitest';
import { toPrismRequest } from '../src/prism-request.ts';
import { answerExample } from './document-example.ts';
import { mockUrl } from './shared-mock.ts';

/** Sends the example request of the document, with this change. */
function call(operation: ServiceOperation, change: RequestInit = {}): Promise<Response> {
  const { path, ...request } = toPrismRequest(operation, {});
  return fetch(`${mockUrl}${path}`, { ...request, ...change });
}

test.each(operations)('$id answers its first example of success to the requests of the document', async (operation) => {
  const response = await call(operation);

  const [example] = Object.values(operation.responses['200']?.content?.['application/json']?.examples ?? {});
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual(example?.value);
  expect(response.headers.get('sl-violations')).toBeNull();
  expect(response.headers.get('deprecation')).toBe(operation.definition.deprecated ? 'true' : null);
});

const takingJson = operations.filter(({ mediaType }) => mediaType === 'application/json');

test.each(takingJson)('$id answers malformed JSON with the example of it', async (operation) => {
  const response = await call(operation, { body: '{' });

  expect({ status: response.status, body: await response.json() }).toEqual(
    answerExample(operation.id, 400, 'malformedBody'),
  );
});
