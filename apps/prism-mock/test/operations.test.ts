import { exampleTokens, operations, type ServiceOperation } from '@escrow-kit/spec';
import { expect, test } from 'vitest';
import { exampleRequests } from './document-example.ts';
import { mockUrl } from './shared-mock.ts';

interface Change {
  headers?: Record<string, string>;
  body?: string;
}

/** Sends the first example request of an operation with this change. */
async function call(operation: ServiceOperation, { headers, body }: Change) {
  const [request] = exampleRequests(operation);
  const response = await fetch(mockUrl + request?.path, {
    ...request,
    headers: { ...request?.headers, ...headers },
    // GET takes no body.
    ...(request?.body !== undefined && body !== undefined && { body }),
  });
  return { status: response.status, body: parse(await response.text()), headers: response.headers };
}

const parse = (text: string): unknown => (text === '' ? undefined : JSON.parse(text));

/** Each example of the answers of an operation, with its status. `default` stands for any status that is not described. */
const answersOf = ({ responses }: ServiceOperation) =>
  Object.entries(responses).flatMap(([key, { content }]) =>
    Object.entries(content?.['application/json']?.examples ?? {}).map(([name, { value, 'x-rules': rules = [] }]) => ({
      status: key === 'default' ? 418 : Number(key),
      name,
      value,
      rules,
    })),
  );

const bodyOf = (operation: ServiceOperation, status: number, rule: string) =>
  answersOf(operation).find((answer) => answer.status === status && answer.rules.includes(rule))?.value;

test.each(operations)('AUTH-1 $id accepts each example request of the document', async (operation) => {
  const [{ value } = { value: undefined }] = answersOf(operation).filter(({ status }) => status === 200);

  for (const { path, ...request } of exampleRequests(operation)) {
    const response = await fetch(mockUrl + path, request);

    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(value);
    expect(response.headers.get('sl-violations')).toBeNull();
    expect(response.headers.get('deprecation')).toBe(operation.definition.deprecated ? 'true' : null);
  }
});

test.each(operations)(
  '$id gives each example of an answer by Prefer, to a right and to a wrong request',
  async (operation) => {
    for (const { status, name, value: body } of answersOf(operation)) {
      const prefer = `code=${status}, example=${name}`;

      expect(await call(operation, { headers: { prefer } })).toMatchObject({ status, body });
      expect(await call(operation, { headers: { prefer, authorization: '' }, body: '{' })).toMatchObject({
        status,
        body,
      });
    }
  },
);

const takingTokens = operations.filter(({ tokenKinds }) => tokenKinds.length > 0);

test.each(takingTokens)('AUTH-1 $id: a missing or unknown token is refused with 401', async (operation) => {
  for (const authorization of ['', 'Bearer key_of_another', `Basic ${exampleTokens.apiKey}`]) {
    const answer = await call(operation, { headers: { authorization } });

    expect(answer).toMatchObject({ status: 401, body: bodyOf(operation, 401, 'AUTH-1b') });
  }
});

test.each(takingTokens)(
  '$id accepts the kinds of token that it takes, and any other is refused with 403',
  async (operation) => {
    for (const [kind, token] of Object.entries(exampleTokens)) {
      const answer = await call(operation, { headers: { authorization: `Bearer ${token}` } });

      if (operation.tokenKinds.some((accepted) => accepted === kind)) {
        expect(answer.status).toBe(200);
        continue;
      }
      const rule = kind === 'organization' && operation.definition['x-rules'].includes('AUTH-4') ? 'AUTH-4' : 'AUTH-1a';
      expect(answer).toMatchObject({ status: 403, body: bodyOf(operation, 403, rule) });
      expect(JSON.parse(answer.headers.get('sl-violations') ?? '')).toMatchObject([{ code: rule }]);
    }
  },
);

const takingJson = operations.filter(({ mediaType }) => mediaType === 'application/json');

test.each(takingJson)('$id refuses malformed JSON by its example', async (operation) => {
  const answer = await call(operation, { body: '{' });

  expect(answer).toMatchObject({ status: 400, body: bodyOf(operation, 400, 'ERR-1d') });
});
