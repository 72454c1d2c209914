import { describe, expect, test } from 'vitest';
import {
  exampleBodyOf,
  fillPath,
  findOperation,
  getOperation,
  listOperations,
  listWebhookRequests,
  methodsOf,
  openApiDocument,
  operationIds,
  operations,
} from '../src/index.ts';

describe('the list of operations', () => {
  test('has every operation of the document', () => {
    const text = JSON.stringify(openApiDocument.paths);
    const documented = Array.from(text.matchAll(/"operationId":"(\w+)"/g), ([, id]) => id);

    expect(operations.map(({ id }) => id)).toEqual(documented);
    expect(operationIds).toEqual(documented);
  });

  test('gives an operation its host, its parameters and its tokens, which the document keeps elsewhere', () => {
    const operation = getOperation('submitNationalId');

    expect(operation).toMatchObject({ method: 'PATCH', host: 'auth', mediaType: 'application/json' });
    expect(operation.parameters.map(({ name, in: place }) => [name, place])).toEqual([['userId', 'path']]);
    expect(operation.tokenKinds).toEqual(['legacyUser', 'clientAdmin']);
    expect(operation.responses['401']?.description).toBe(
      openApiDocument.components.responses['MissingToken']?.description,
    );
  });

  test('gives an operation its first example of a body', () => {
    expect(exampleBodyOf(getOperation('submitNationalId'))).toEqual({ nationalId: '1000000001' });
    expect(exampleBodyOf(getOperation('getUser'))).toBeUndefined();
  });

  test('does not have the requests that the service sends', () => {
    const [webhook] = listWebhookRequests();

    expect(webhook).toMatchObject({ id: 'contractEvent', method: 'POST', path: 'contractEvent' });
    expect(() => getOperation('contractEvent')).toThrow('contractEvent');
  });

  test('of another document refers to that document', () => {
    const door = { name: 'door', in: 'path', required: true, schema: { type: 'string' } } as const;
    const paths = { '/doors/{door}': { parameters: [{ $ref: '#/components/parameters/Door' }], get: {} as never } };

    const [operation] = listOperations({ paths, components: { parameters: { Door: door } } as never });

    expect(operation).toMatchObject({ method: 'GET', path: '/doors/{door}', parameters: [door], body: undefined });
  });
});

describe('a request finds its operation', () => {
  test.each([
    ['GET', '/users/usr_1', 'getUser', { userId: 'usr_1' }],
    ['PUT', '/users/a%2Fb', 'updateUser', { userId: 'a/b' }],
    ['PUT', '/users/%', 'updateUser', { userId: '%' }],
    ['POST', '/users/link', 'linkUser', {}],
    ['GET', '/users/link', 'getUser', { userId: 'link' }],
    ['POST', '/payments/virtual-iban', 'createVirtualIban', {}],
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
  ])('%s %s is none', (method, path) => {
    expect(findOperation(method, path)).toBeUndefined();
  });

  test('and a path the methods that it takes', () => {
    expect(methodsOf('/users/usr_1')).toEqual(['GET', 'PUT']);
    expect(methodsOf('/users/link')).toEqual(['POST', 'GET', 'PUT']);
    expect(methodsOf('/nowhere')).toEqual([]);
  });
});

describe('a path is filled', () => {
  test('with encoded values', () => {
    expect(fillPath('/contracts/{id}/milestones/{milestoneId}', { id: 'a/b', milestoneId: 7 })).toBe(
      '/contracts/a%2Fb/milestones/7',
    );
  });

  test.each([[{}], [{ id: '' }], [{ id: undefined }]])('but never partly: %j', (values) => {
    expect(() => fillPath('/contracts/{id}', values)).toThrow('needs a value for id');
  });

  test('but not with properties that every object has', () => {
    expect(() => fillPath('/contracts/{toString}', {})).toThrow('needs a value for toString');
  });
});
