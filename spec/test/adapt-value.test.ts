import { expect, test } from 'vitest';
import { adaptValue, openApiDocument as document, listOperations, type Schema } from '../src/index.ts';

const bodies = listOperations().flatMap(({ id, body, responses }) =>
  [body, ...Object.values(responses).flatMap(({ content }) => Object.values(content ?? {}))].flatMap((media) =>
    Object.entries(media?.examples ?? {}).map(([name, { value }]) => ({
      name: `${id} ${name}`,
      schema: media?.schema,
      value,
    })),
  ),
);

test('a value that fits its schema stays as it is: every example of the document', () => {
  expect(bodies.length).toBeGreaterThan(50);
  for (const { name, schema = {}, value } of bodies)
    expect(adaptValue(value, schema, { document }), name).toEqual(value);
});

const Party = '#/components/schemas/Party';

test.for([
  {
    name: 'a foreign value becomes the first of the enumeration',
    schema: { type: 'string', enum: ['PROVIDER', 'BROKER'] },
    value: 'ADMIN',
    adapted: 'PROVIDER',
  },
  {
    name: 'a value of another type becomes the example, in a list and in a map',
    schema: { additionalProperties: { type: 'array', items: { type: 'string', example: '7' } } },
    value: { x: [true] },
    adapted: { x: ['7'] },
  },
  { name: 'a number becomes its text', schema: { type: 'string', example: '7' }, value: 1.5, adapted: '1.5' },
  { name: 'a numeric text becomes its number', schema: { type: 'integer', example: 7 }, value: '15', adapted: 15 },
  {
    name: 'a text that is made up has its format, even where another text was',
    schema: {
      type: 'object',
      required: ['at', 'id', 'url'],
      properties: {
        at: { type: 'string', format: 'date-time' },
        id: { type: 'string', format: 'uuid' },
        url: { type: 'string', format: 'uri' },
      },
    },
    value: { at: 1, id: 'contract-2' },
    adapted: {
      at: '2030-01-01T00:00:00Z',
      id: '00000000-0000-4000-8000-000000000000',
      url: 'https://service.example/',
    },
  },
  {
    name: 'an object in place of a list is adapted as an element, and stays alone',
    schema: { type: 'array', items: { type: 'object', properties: { a: { enum: [1] } } } },
    value: { a: 2 },
    adapted: { a: 1 },
  },
  {
    name: 'a forbidden field goes',
    schema: { $ref: Party },
    value: { phoneNumber: '+966500000001', role: 'PROVIDER', amount: 1, isSender: false },
    adapted: { phoneNumber: '+966500000001', role: 'PROVIDER', amount: 1 },
  },
  {
    name: 'the branch is that of the discriminator',
    schema: { type: 'array', items: { $ref: Party } },
    value: [{ phoneNumber: '+966500000001', role: 'BROKER', amount: 1, arbitrator: false }],
    adapted: [{ phoneNumber: '+966500000001', role: 'BROKER', amount: 1, arbitrator: true, isSender: true }],
  },
] as { name: string; schema: Schema; value: unknown; adapted: unknown }[])('$name', ({ schema, value, adapted }) => {
  expect(adaptValue(value, schema, { document })).toEqual(adapted);
});

test('a part of an answer gets no fields that it does not have', () => {
  const schema = { type: 'object', required: ['a'], properties: { a: {}, b: { enum: [1] } } };

  expect(adaptValue({ b: 2 }, schema, { document, isComplete: false })).toEqual({ b: 1 });
});
