import { expect, test } from 'vitest';
import { findOperation, type MockedOperation } from '../src/mocked-operation.ts';

const places = ['GET /users/{userId}', 'GET /users/me', 'PUT /users/{userId}', 'GET /users/{userId}/banks'];
const operations = places.map((place) => {
  const [method = '', path = ''] = place.split(' ');
  return { method, path } as MockedOperation;
});

test.each([
  ['GET', '/users/me', 'GET /users/me'],
  ['PUT', '/users/me', 'PUT /users/{userId}'],
  ['GET', '/users/1', 'GET /users/{userId}'],
  ['GET', '/users/1/banks', 'GET /users/{userId}/banks'],
  ['GET', '/%75sers/a%2Fb', 'GET /users/{userId}'],
  ['GET', '/users/', 'GET /users/{userId}'],
  ['DELETE', '/users/1', undefined],
  ['GET', '/users/1/', undefined],
  ['GET', '//users/1', undefined],
])('%s %s is %s', (method, path, expected) => {
  const found = findOperation(operations, { method, path });

  expect(found && `${found.method} ${found.path}`).toBe(expected);
});
