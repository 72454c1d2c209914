import { exampleTokens, fillPath, operations, type ServiceOperation } from '@escrow-kit/spec';
import { repeats } from '@escrow-kit/tools';
import { expect, test } from 'vitest';
import { mockUrl, violationsOf } from './mock.ts';

interface ExampleRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** The requests that an operation's examples describe: one for each example of the body, or one without a body. */
function exampleRequests({
  method,
  path,
  mediaType,
  body,
  parameters,
  tokenKinds,
}: ServiceOperation): ExampleRequest[] {
  const [kind] = tokenKinds;
  const valuesIn = (place: string) =>
    Object.fromEntries(parameters.filter((it) => it.in === place).map(({ name, example }) => [name, String(example)]));
  const request = {
    method,
    path: `${fillPath(path, valuesIn('path'))}?${new URLSearchParams(valuesIn('query'))}`,
    headers: {
      ...(kind && { authorization: `Bearer ${exampleTokens[kind]}` }),
      ...(mediaType && { 'content-type': mediaType }),
    },
  };
  const bodies = Object.values(body?.examples ?? {}).map(({ value }) =>
    mediaType === 'application/x-www-form-urlencoded'
      ? `${new URLSearchParams(value as Record<string, string>)}`
      : JSON.stringify(value),
  );
  return bodies.length === 0 ? [request] : bodies.map((each) => ({ ...request, body: each }));
}

/** Sends the first example request of an operation with these headers, and with another body if it has one. */
function call(operation: ServiceOperation, headers: Record<string, string>, body?: string): Promise<Response> {
  const [request] = exampleRequests(operation);
  const changed = request?.body === undefined || body === undefined ? {} : { body };
  return fetch(mockUrl + request?.path, { ...request, ...changed, headers: { ...request?.headers, ...headers } });
}

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
  const { value } = answersOf(operation).find(({ status }) => status === 200) ?? {};

  for (const { path, ...request } of exampleRequests(operation)) {
    const response = await fetch(mockUrl + path, request);

    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(value);
    expect(response.headers.get('sl-violations')).toBeNull();
    expect(response.headers.get('deprecation')).toBe(operation.definition.deprecated ? 'true' : null);
  }
});

test.each(operations)('$id gives each example of an answer by Prefer, even to a wrong request', async (operation) => {
  const answers = answersOf(operation);

  // The operations share most refusals, whose examples come last.
  for (const { status, name, value } of answers.slice(0, repeats({ test: 1, soak: answers.length }))) {
    const response = await call(operation, { prefer: `code=${status}, example=${name}`, authorization: '' }, '{');

    expect(response.status).toBe(status);
    expect(await response.json()).toEqual(value);
  }
});

const takingTokens = operations.filter(({ tokenKinds }) => tokenKinds.length > 0);

/** Credentials that the mock does not know. Each operation is tried with one of them, in turn. */
const unknown = ['', 'Bearer key_of_another', `Basic ${exampleTokens.apiKey}`];

test.each(
  takingTokens.map((operation, index) => ({ ...operation, authorization: unknown[index % unknown.length] ?? '' })),
)(
  'AUTH-1 $id: a missing or unknown token, "$authorization", is refused with 401',
  async ({ authorization, ...operation }) => {
    const response = await call(operation, { authorization });

    expect(response.status).toBe(401);
    expect(await response.json()).toEqual(bodyOf(operation, 401, 'AUTH-1b'));
  },
);

test.each(takingTokens)('$id: any kind of token that it does not take is refused with 403', async (operation) => {
  const others = Object.entries(exampleTokens).filter(([kind]) => !operation.tokenKinds.some((own) => own === kind));

  for (const [kind, token] of others.slice(0, repeats({ test: 1, soak: others.length }))) {
    const response = await call(operation, { authorization: `Bearer ${token}` });

    const rule = kind === 'organization' && operation.definition['x-rules'].includes('AUTH-4') ? 'AUTH-4' : 'AUTH-1a';
    expect(response.status).toBe(403);
    expect(await response.json()).toEqual(bodyOf(operation, 403, rule));
    expect(violationsOf(response)).toMatchObject([{ code: rule }]);
  }
});
