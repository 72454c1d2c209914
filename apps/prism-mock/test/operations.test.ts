import { fillPath, operations, type ServiceOperation } from '@escrow-kit/spec';
import { expect, test } from 'vitest';
import { exampleTokens } from '../src/index.ts';
import { answerExample, requestExample } from './document-example.ts';
import { fetchRequest, type RequestOptions, sendRequest } from './send-request.ts';
import { useMock } from './use-mock.ts';

const { mock } = useMock();

test.each(operations)('$id answers its first example of success to the requests of the document', async (operation) => {
  const response = await fetchRequest(mock(), toTarget(operation), toOptions(operation));
  const body = await response.json();

  expect(response.status).toBe(200);
  expect(body).toEqual(successExample(operation));
  expect(response.headers.get('sl-violations')).toBeNull();
  expect(response.headers.get('deprecation')).toBe(operation.definition.deprecated ? 'true' : null);
});

const takingJson = operations.filter(({ mediaType }) => mediaType === 'application/json');

test.each(takingJson)('$id answers malformed JSON with the example of it', async (operation) => {
  const { json: _json, ...options } = toOptions(operation);
  const headers = { 'content-type': 'application/json' };

  const answer = await sendRequest(mock(), toTarget(operation), { ...options, text: '{', headers });

  expect(answer).toEqual(answerExample(operation.id, 400, 'malformedBody'));
});

/** Fills the parameters with their own examples. */
function toTarget({ method, path, parameters }: ServiceOperation): string {
  const target = `${method} ${fillPath(path, Object.fromEntries(parameters.map(({ name, example }) => [name, example])))}`;
  const query = new URLSearchParams();
  for (const { in: place, name, example } of parameters) {
    if (place === 'query') query.set(name, String(example));
  }
  return query.size === 0 ? target : `${target}?${query}`;
}

function toOptions({ id, tokenKinds: [kind], mediaType }: ServiceOperation): RequestOptions {
  return {
    ...(kind !== undefined && { token: exampleTokens[kind] }),
    ...(mediaType === 'application/json' && { json: requestExample(id) }),
    ...(mediaType === 'application/x-www-form-urlencoded' && { form: requestExample(id) }),
  };
}

function successExample({ responses }: ServiceOperation): unknown {
  return Object.values(responses['200']?.content?.['application/json']?.examples ?? {})[0]?.value;
}
