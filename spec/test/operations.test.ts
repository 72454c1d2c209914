import { describe, expect, test } from 'vitest';
import {
  exampleBodyOf,
  fillPath,
  findOperation,
  getOperation,
  listWebhookRequests,
  methodsOf,
  openApiDocument,
  operationIds,
  operations,
  type Response,
  statusOfWrongValue,
} from '../src/index.ts';

describe('the list of operations', () => {
  test('has every operation of the document', () => {
    const text = JSON.stringify(openApiDocument.paths);
    const documented = Array.from(text.matchAll(/"operationId":"(\w+)"/g), ([, id]) => id);

    expect(operations.map(({ id }) => id)).toEqual(documented);
    expect(operationIds).toEqual(documented);
  });

  test('gives an operation its host, parameters, tokens and example, which the document has elsewhere', () => {
    const operation = getOperation('submitNationalId');

    expect(operation).toMatchObject({ method: 'PATCH', host: 'auth', mediaType: 'application/json' });
    expect(operation.parameters.map(({ name, in: place }) => [name, place])).toEqual([['userId', 'path']]);
    expect(operation.tokenKinds).toEqual(['legacyUser', 'clientAdmin']);
    expect(exampleBodyOf(operation)).toEqual({ nationalId: '1000000001' });
    expect(operation.responses['401']?.description).toBe(
      openApiDocument.components.responses['MissingToken']?.description,
    );
  });

  test('does not include the webhook requests', () => {
    const [webhook] = listWebhookRequests();

    expect(webhook).toMatchObject({ id: 'contractEvent', method: 'POST', path: 'contractEvent' });
    expect(() => getOperation('contractEvent')).toThrow('contractEvent');
  });
});

describe('the operation of a request', () => {
  test.each([
    ['GET', '/users/usr_1', 'getUser', { userId: 'usr_1' }],
    ['PUT', '/users/a%2Fb', 'updateUser', { userId: 'a/b' }],
    ['PUT', '/users/%', 'updateUser', { userId: '%' }],
    ['POST', '/users/link', 'linkUser', {}],
    ['GET', '/users/link', 'getUser', { userId: 'link' }],
    ['PUT', '/contracts/1/milestones/2', 'updateGenericMilestone', { id: '1', milestoneId: '2' }],
  ])('%s %s is %s', (method, path, id, values) => {
    const found = findOperation(method, path);

    expect(found?.operation.id).toBe(id);
    expect(found?.path).toEqual(values);
  });

  test.each([
    ['GET', '/users/'],
    ['GET', '/users/usr_1/'],
    ['GET', '//users/usr_1'],
    ['DELETE', '/users/usr_1'],
    ['get', '/users/usr_1'],
    ['GET', '/toString'],
  ])('%s %s matches no operation', (method, path) => {
    expect(findOperation(method, path)).toBeUndefined();
  });

  test('the methods of a path are listed', () => {
    expect(methodsOf('/users/usr_1')).toEqual(['GET', 'PUT']);
    expect(methodsOf('/users/link')).toEqual(['POST', 'GET', 'PUT']);
    expect(methodsOf('/nowhere')).toEqual([]);
  });
});

test('fillPath encodes the values, and throws if one is missing, empty, only inherited, or dots', () => {
  expect(fillPath('/contracts/{id}/milestones/{other}', { id: 'a/b', other: 7 })).toBe('/contracts/a%2Fb/milestones/7');
  for (const values of [{}, { id: '' }, { id: undefined }]) {
    expect(() => fillPath('/contracts/{id}', values)).toThrow('needs a value for id');
  }
  expect(() => fillPath('/contracts/{toString}', {})).toThrow('needs a value for toString');
  for (const id of ['.', '..']) {
    expect(() => fillPath('/contracts/{id}', { id })).toThrow(`would lead elsewhere with ${id} for id.`);
  }
  expect(fillPath('/contracts/{id}', { id: '...' })).toBe('/contracts/...');
});

describe('the status of a refused wrong value', () => {
  const shown: Response = { description: '' };
  const open: Response = { ...shown, 'x-open': ['status', 'body'] };

  test.each([
    [400, 'if the document shows it', { 400: shown, 422: shown }],
    [422, 'which the document has while it leaves 400 open', { 400: open, 401: shown, 422: shown, default: open }],
    [422, 'which the document has in place of 400', { 200: shown, 409: shown, 422: shown }],
    [400, 'if the document has no other', { 400: open, 401: shown, 500: shown, default: open }],
    [400, 'if the document has none', { default: open }],
  ])('is %i %s', (status, _, responses) => {
    expect(statusOfWrongValue({ responses })).toBe(status);
  });
});
