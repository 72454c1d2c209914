import {
  openApiDocument,
  type Parameter,
  resolveReference,
  type Schema,
  withForbiddenProperties,
} from '@escrow-kit/spec';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';

const { factory, SyntaxKind } = ts;

const head = `/** The type of a field that must not be sent. No value has it. Unlike \`never\`, it appears by name in the compiler's error. */
export interface LeaveItOut {
    readonly "leave it out": never;
}
`;

/**
 * The TypeScript types of all paths, operations and schemas of the document, by openapi-typescript. What its options do not cover is
 * written into a copy of the document first.
 */
export async function schemaTypes(): Promise<string> {
  const prepared = JSON.parse(JSON.stringify(openApiDocument), prepare);
  const nodes = await openapiTS(prepared as OpenAPI3, {
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
    silent: true,
    transform: (schema) => transform(schema as Schema),
    transformProperty: acceptUndefined,
  });
  // An editor shows text without a tag first.
  return head + astToString(nodes).replaceAll('@description ', '');
}

/** The schema that a reference points to, or the schema itself. */
export const resolve = (schema: Schema): Schema =>
  schema.$ref ? resolve(resolveReference(schema.$ref) as Schema) : schema;

/** Whether a schema accepts no value. */
export const isForbidden = ({ not }: Schema): boolean => not !== undefined && Object.keys(not).length === 0;

/** Prepares a part of the document, such as a schema or a parameter, whose own parts are prepared. */
function prepare(_name: string, part: Schema & Partial<Parameter>): unknown {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
  const { $ref, in: location, schema: { type, ...schema } = {} } = part;
  if ($ref?.startsWith('#/components/schemas/')) return { ...part, ...describe(resolve(part)) };
  // A number in a path may also be given as text, because the two are the same there.
  if (location === 'path' && type) {
    return { ...part, schema: { ...schema, oneOf: [{ type: 'string' }, { type: 'integer' }] } };
  }
  const whole = withForbiddenProperties({ ...part, ...describe(part) });
  if (!Array.isArray(whole.required)) return whole;
  // A caller may leave out what the client fills in.
  const isFixed = ({ enum: values, 'x-fixed': fixed }: Schema = {}): boolean => values !== undefined && fixed === true;
  return { ...whole, required: whole.required.filter((name) => !isFixed(whole.properties?.[name])) };
}

/** The description of a schema with its remedy and what is not shown, so that editors show them. */
function describe({ description, 'x-remedy': remedy, 'x-not-shown': notShown }: Schema): Pick<Schema, 'description'> {
  const silence = notShown && `Not shown: ${notShown.charAt(0).toLowerCase()}${notShown.slice(1)}`;
  const sentences = [description, remedy, silence].filter((sentence) => typeof sentence === 'string');
  return sentences.length > 0 ? { description: sentences.join(' ') } : {};
}

/** Handles keywords of the document that openapi-typescript does not know. */
function transform(schema: Schema): ts.TypeNode | undefined {
  const { 'x-known-values': known } = schema;
  if (isForbidden(schema)) return factory.createTypeReferenceNode('LeaveItOut');
  if (!known) return undefined;
  // An editor completes the known values, and any other text is accepted (CONTRACT-3).
  const literals = known.map((value) => factory.createLiteralTypeNode(factory.createStringLiteral(value)));
  const text = factory.createKeywordTypeNode(SyntaxKind.StringKeyword);
  const anyOther = factory.createIntersectionTypeNode([text, factory.createTypeLiteralNode([])]);
  return factory.createUnionTypeNode([...literals, anyOther]);
}

/** Lets optional fields be undefined, whatever the caller's `exactOptionalPropertyTypes` says. */
function acceptUndefined(property: ts.PropertySignature): ts.PropertySignature {
  const { modifiers, name, questionToken, type } = property;
  if (!questionToken || !type) return property;
  const orUndefined = factory.createUnionTypeNode([type, factory.createKeywordTypeNode(SyntaxKind.UndefinedKeyword)]);
  return factory.updatePropertySignature(property, modifiers, name, questionToken, orUndefined);
}
