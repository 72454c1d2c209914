import { openApiDocument, type Parameter, type Reference } from '@escrow-kit/spec';
import { expect, test } from 'vitest';
import { answerExample, type OperationPlace, operationPlaces, requestExample } from './document-example.ts';
import { fetchRequest, type RequestOptions, sendRequest } from './send-request.ts';
import { useMock } from './use-mock.ts';

const { mock } = useMock();

test.each(operationPlaces.map((place) => ({ operationId: place.operation.operationId, place })))(
  '$operationId answers its first example of success to the requests of the document',
  async ({ place }) => {
    const response = await fetchRequest(mock(), toTarget(place), toOptions(place));
    const body = await response.json();

    expect(response.status).toBe(200);
    expect(body).toEqual(successExample(place));
    expect(response.headers.get('sl-violations')).toBeNull();
    expect(response.headers.get('deprecation')).toBe(place.operation.deprecated ? 'true' : null);
  },
);

const takingJson = operationPlaces.filter(({ operation }) => operation.requestBody?.content['application/json']);

test.each(takingJson.map((place) => ({ operationId: place.operation.operationId, place })))(
  '$operationId answers malformed JSON with the example of it',
  async ({ operationId, place }) => {
    const { json: _json, ...options } = toOptions(place);
    const headers = { 'content-type': 'application/json' };

    const answer = await sendRequest(mock(), toTarget(place), { ...options, text: '{', headers });

    expect(answer).toEqual(answerExample(operationId, 400, 'malformedBody'));
  },
);

/** Fills the parameters with their own examples. */
function toTarget({ target, item, operation }: OperationPlace): string {
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(toParameter);
  const examples = new Map(parameters.map(({ name, example }) => [name, String(example)]));
  const path = target.replaceAll(/\{(\w+)\}/g, (_braces, name) => encodeURIComponent(examples.get(name) ?? ''));
  const query = new URLSearchParams();
  for (const parameter of parameters) {
    if (parameter.in === 'query') query.set(parameter.name, examples.get(parameter.name) ?? '');
  }
  return query.size === 0 ? path : `${path}?${query}`;
}

function toOptions({ operation }: OperationPlace): RequestOptions {
  const [scheme] = Object.keys(operation.security[0] ?? {});
  const token = openApiDocument.components.securitySchemes[scheme ?? '']?.['x-example-token'];
  const [mediaType] = Object.keys(operation.requestBody?.content ?? {});
  return {
    ...(token !== undefined && { token }),
    ...(mediaType === 'application/json' && { json: requestExample(operation.operationId) }),
    ...(mediaType === 'application/x-www-form-urlencoded' && { form: requestExample(operation.operationId) }),
  };
}

function toParameter(parameter: Parameter | Reference): Parameter {
  if (!('$ref' in parameter)) return parameter;
  const found = openApiDocument.components.parameters[parameter.$ref.split('/').at(-1) ?? ''];
  if (!found) throw new Error(`The document has nothing at ${parameter.$ref}.`);
  return found;
}

function successExample({ operation }: OperationPlace): unknown {
  const success = operation.responses['200'];
  const name = success && '$ref' in success ? success.$ref.split('/').at(-1) : undefined;
  const response = success && !('$ref' in success) ? success : openApiDocument.components.responses[name ?? ''];
  return Object.values(response?.content?.['application/json']?.examples ?? {})[0]?.value;
}
