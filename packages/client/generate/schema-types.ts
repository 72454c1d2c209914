import { astToString, openapiTypescript, ts } from '@escrow-kit/schema-types';
import type { OpenApiDocument, Schema } from '@escrow-kit/spec';
import { nameSchemas } from './name-schemas.ts';

const factory = ts.factory;
const never = factory.createKeywordTypeNode(ts.SyntaxKind.NeverKeyword);
const string = factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword);

/** `'A' | 'B' | (string & {})`: an editor completes the known values, any other string is accepted (CONTRACT-3). */
function openEnumeration(knownValues: string[]): ts.TypeNode {
  const anyOther = factory.createIntersectionTypeNode([string, factory.createTypeLiteralNode([])]);
  const known = knownValues.map((value) => factory.createLiteralTypeNode(factory.createStringLiteral(value)));
  return factory.createUnionTypeNode([...known, anyOther]);
}

/** What the document says by means that openapi-typescript does not read. */
function transform(schema: Schema) {
  if (schema['x-known-values']) return openEnumeration(schema['x-known-values']);
  if (schema.not && Object.keys(schema.not).length === 0) return never;
  return undefined;
}

/** Fields that the client fills in are optional for its caller, and can only be given with the value they have. */
function makeFixedFieldsOptional(document: OpenApiDocument): void {
  for (const schema of Object.values(document.components.schemas)) {
    const isFixed = (name: string) => schema.properties?.[name]?.['x-fixed'] === true;
    if (schema.required) schema.required = schema.required.filter((name) => !isFixed(name));
  }
}

/** An editor shows the remedy of a field with its description. */
function describeRemedies(schema: Schema): void {
  const { description, properties = {}, items, additionalProperties } = schema;
  if (schema['x-remedy']) schema.description = [description, schema['x-remedy']].filter(Boolean).join(' ');
  for (const inner of [...Object.values(properties), items, additionalProperties]) {
    if (inner) describeRemedies(inner);
  }
}

/** A number in a path may be given as its digits, as the two are the same there. */
function acceptDigitsInPaths(document: OpenApiDocument): void {
  for (const parameter of Object.values(document.components.parameters)) {
    if (parameter.in !== 'path') continue;
    parameter.schema = { ...parameter.schema, oneOf: [{ type: 'string' }, { type: 'integer' }] };
    delete parameter.schema.type;
  }
}

/** The TypeScript types of all paths, operations and schemas of the document. */
export async function schemaTypes(document: OpenApiDocument): Promise<string> {
  const copy = structuredClone(document);
  makeFixedFieldsOptional(copy);
  Object.values(copy.components.schemas).forEach(describeRemedies);
  acceptDigitsInPaths(copy);
  const nodes = await openapiTypescript(copy as unknown as Parameters<typeof openapiTypescript>[0], {
    alphabetize: false,
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
    transform: (schema) => transform(schema as Schema),
  });
  return nameSchemas(astToString(nodes));
}
