import {
  astToString,
  type GlobalContext,
  type OpenAPI3,
  resolveRef,
  scanDiscriminators,
  transformSchema,
} from 'openapi-typescript';
import ts from 'typescript';
import { methods, type OpenApiDocument, type Parameter, type Schema } from '../src/document/document.ts';
import { withForbiddenProperties } from '../src/document/parts.ts';
import { nameSchemas } from './name-schemas.ts';

/** The name of a schema or parameter that a reference of the document points to. */
const schemaNameOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

const head = `declare const leftOut: unique symbol;

/**
 * The type of a field that must not be sent. No value has this type. Unlike \`never\`, it appears by name in the compiler's error if
 * another kind of the same object may have the field.
 */
export interface LeaveItOut {
  /** No value has it. */
  readonly [leftOut]: never;
}`;

const factory = ts.factory;
const leaveItOut = factory.createTypeReferenceNode('LeaveItOut');
const string = factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword);

/** `'A' | 'B' | (string & {})`: an editor completes the known values, any other string is accepted (CONTRACT-3). */
function openEnumeration(knownValues: string[]): ts.TypeNode {
  const anyOther = factory.createIntersectionTypeNode([string, factory.createTypeLiteralNode([])]);
  const known = knownValues.map((value) => factory.createLiteralTypeNode(factory.createStringLiteral(value)));
  return factory.createUnionTypeNode([...known, anyOther]);
}

/** Handles keywords of the document that openapi-typescript does not know. */
function transform(schema: Schema) {
  if (schema['x-known-values']) return openEnumeration(schema['x-known-values']);
  if (schema.not && Object.keys(schema.not).length === 0) return leaveItOut;
  return undefined;
}

/** Makes fields that the client fills in optional. A caller can only give the fixed value. */
function makeFixedFieldsOptional(document: OpenApiDocument): void {
  for (const schema of Object.values(document.components.schemas)) {
    const isFixed = (name: string) => schema.properties?.[name]?.['x-fixed'] === true;
    if (schema.required) schema.required = schema.required.filter((name) => !isFixed(name));
  }
}

/** Adds to a description the remedy of the field and what is not shown about it, so that editors show them. */
function describe(schema: Schema): void {
  const { properties = {}, items, additionalProperties, 'x-remedy': remedy, 'x-not-shown': notShown } = schema;
  const silence = notShown && `Not shown: ${notShown.charAt(0).toLowerCase()}${notShown.slice(1)}`;
  const sentences = [schema.description?.trim(), remedy, silence].filter(Boolean);
  if (sentences.length > 0) schema.description = sentences.join(' ');
  for (const inner of [...Object.values(properties), items, additionalProperties]) {
    if (inner) describe(inner);
  }
}

/** Gives a field that refers to a named schema the description of that schema. */
function describeReferences(schemas: Record<string, Schema>): void {
  for (const { properties = {} } of Object.values(schemas)) {
    for (const property of Object.values(properties)) {
      const description = property.$ref && schemas[schemaNameOf(property.$ref)]?.description;
      if (description) property.description = description;
    }
  }
}

/** Inlines parameters, so that an editor shows their types instead of `components["parameters"]`. */
function inlineParameters({ paths, components }: OpenApiDocument): void {
  for (const item of Object.values(paths)) {
    for (const holder of [item, ...methods.flatMap((method) => item[method] ?? [])]) {
      if (!holder.parameters) continue;
      holder.parameters = holder.parameters.map((parameter) =>
        '$ref' in parameter ? parameterNamed(schemaNameOf(parameter.$ref), components.parameters) : parameter,
      );
    }
  }
  components.parameters = {};
}

/** Returns a parameter. A number in a path may also be given as text, because the two are the same there. */
function parameterNamed(name: string, parameters: Record<string, Parameter>): Parameter {
  const parameter = parameters[name];
  if (!parameter) throw new Error(`The document has no parameter "${name}".`);
  if (parameter.in !== 'path') return parameter;
  const { type: _, ...schema } = parameter.schema;
  return { ...parameter, schema: { ...schema, oneOf: [{ type: 'string' }, { type: 'integer' }] } };
}

/** Lets optional fields be undefined, whatever the caller's `exactOptionalPropertyTypes` says. */
function acceptUndefined(context: ts.TransformationContext): ts.Transformer<ts.Node> {
  const visit = (node: ts.Node): ts.Node => {
    const visited = ts.visitEachChild(node, visit, context);
    if (!ts.isPropertySignature(visited) || !visited.questionToken || !visited.type) return visited;
    if (visited.type.kind === ts.SyntaxKind.NeverKeyword) return visited;
    const { modifiers, name, questionToken, type } = visited;
    const orUndefined = factory.createUnionTypeNode([
      type,
      factory.createKeywordTypeNode(ts.SyntaxKind.UndefinedKeyword),
    ]);
    return factory.updatePropertySignature(visited, modifiers, name, questionToken, orUndefined);
  };
  return visit;
}

/** Longer types take a line for each member, and so do those with comments. */
const fitsIntoLine = (type: string): boolean => type.replaceAll(/\s+/g, ' ').length <= 100 && !type.includes('*/');

/** TypeScript source with its lines indented, and short types on one. */
export function formatSource(text: string): string {
  const file = ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true);
  const shorten = (node: ts.Node): void => {
    if (ts.isTypeLiteralNode(node) && fitsIntoLine(node.getText())) ts.setEmitFlags(node, ts.EmitFlags.SingleLine);
    ts.forEachChild(node, shorten);
  };
  shorten(file);
  return ts.createPrinter().printFile(file);
}

/** What openapi-typescript transforms by. Its own main function would also validate the document, which is valid. */
const contextFor = (document: OpenAPI3): GlobalContext => ({
  additionalProperties: false,
  alphabetize: false,
  arrayLength: false,
  conditionalEnums: false,
  dedupeEnums: false,
  defaultNonNullable: false,
  discriminators: scanDiscriminators(document, { silent: true }),
  emptyObjectsUnknown: true,
  enum: false,
  enumValues: false,
  excludeDeprecated: false,
  exportType: false,
  generatePathParams: false,
  immutable: false,
  injectFooter: [],
  makePathsEnum: false,
  pathParamsAsTypes: false,
  postTransform: undefined,
  propertiesRequiredByDefault: false,
  readWriteMarkers: false,
  rootTypes: false,
  rootTypesKeepCasing: false,
  rootTypesNoSchemaPrefix: false,
  silent: true,
  transform: (schema) => transform(schema as Schema),
  transformProperty: undefined,
  redoc: undefined as never,
  resolve: ($ref) => resolveRef(document, $ref, { silent: true }),
});

/** The TypeScript types of all paths, operations and schemas of the document. */
export function schemaTypes(document: OpenApiDocument): string {
  const copy = structuredClone(document);
  const { schemas } = copy.components;
  for (const [name, schema] of Object.entries(schemas)) schemas[name] = withForbiddenProperties(schema);
  makeFixedFieldsOptional(copy);
  Object.values(schemas).forEach(describe);
  describeReferences(schemas);
  inlineParameters(copy);
  const bundled = copy as unknown as OpenAPI3;
  const nodes = transformSchema(bundled, contextFor(bundled));
  const types = nameSchemas(astToString(ts.transform(nodes, [acceptUndefined]).transformed));
  return formatSource(`${head}\n${types}`);
}
