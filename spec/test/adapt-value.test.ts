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
    name: 'a value of another type becomes the example',
    schema: { type: 'string', example: '7' },
    value: 7,
    adapted: '7',
  },
  {
    name: 'a required field is added',
    schema: { type: 'object', required: ['a'], properties: { a: { enum: [1] } } },
    value: { b: 2 },
    adapted: { b: 2, a: 1 },
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
  { name: 'a map keeps its keys', schema: { additionalProperties: { enum: [1] } }, value: { x: 2 }, adapted: { x: 1 } },
] as { name: string; schema: Schema; value: unknown; adapted: unknown }[])('$name', ({ schema, value, adapted }) => {
  expect(adaptValue(value, schema, { document })).toEqual(adapted);
});

test('a part of an answer gets no fields that it does not have', () => {
  const schema = { type: 'object', required: ['a'], properties: { a: {}, b: { enum: [1] } } };

  expect(adaptValue({ b: 2 }, schema, { document, isComplete: false })).toEqual({ b: 1 });
});
