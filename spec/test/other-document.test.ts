import { describe, expect, test } from 'vitest';
import { createRequestValidator, createValidator, type OperationDocument } from '../src/validate.ts';

const document = {
  paths: {
    '/doors/{door}': {
      parameters: [{ $ref: '#/components/parameters/Door' }],
      put: {
        operationId: 'openDoor',
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Opening' } } } },
      },
    },
  },
  components: {
    parameters: { Door: { name: 'door', in: 'path', required: true, schema: { type: 'integer' } } },
    schemas: {
      Opening: { type: 'object', required: ['width'], properties: { width: { $ref: '#/components/schemas/Width' } } },
      Width: { type: 'number', minimum: 0 },
    },
  },
} as unknown as OperationDocument;

describe("a document other than the service's", () => {
  test('resolves the references of a schema', () => {
    const validate = createValidator('#/components/schemas/Opening', document);

    expect(validate({ width: 1 })).toEqual([]);
    expect(validate({ width: -1 })).toMatchObject([{ path: 'width' }]);
  });

  test('has to contain the target of a pointer', () => {
    expect(() => createValidator('#/components/schemas/AddPartiesRequest', document)).toThrow('AddPartiesRequest');
  });

  test('has the operation of a request and its parameters', () => {
    const validate = createRequestValidator('openDoor', document);

    expect(validate({ path: { door: '1' }, body: { width: 1 } })).toEqual([]);
    expect(validate({ path: { door: 'x' }, body: {} })).toMatchObject([
      { in: 'path', path: 'door' },
      { in: 'body', path: 'width' },
    ]);
    expect(() => createRequestValidator('createContract', document)).toThrow('createContract');
  });
});
