import { fileURLToPath } from 'node:url';
import { createGenerator } from 'ts-json-schema-generator';

/** A schema of OpenAPI 3.0. */
export interface Schema {
  $ref?: string;
  type?: string;
  description?: string;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
}

/** A schema as the generator writes it. */
interface JsonSchema extends Omit<Schema, 'type'> {
  type?: string | string[];
  anyOf?: Schema[];
  const?: unknown;
  remedy?: string;
}

/** Reads TypeScript types as schemas. `schemas` collects the exported types that were referred to. */
export interface SchemaReader {
  read(type: string): Schema;
  schemas: Record<string, Schema>;
}

/** Creates a reader of the types in the matching files. */
export function createSchemaReader(sourcePattern: string): SchemaReader {
  const schemas: Record<string, Schema> = {};
  const generator = createGenerator({
    path: sourcePattern,
    // By default it reads the types of Node and of browsers, which takes longer than everything else.
    tsconfig: fileURLToPath(new URL('calls.tsconfig.json', import.meta.url)),
    expose: 'export',
    topRef: false,
    additionalProperties: true,
    extraTags: ['additionalProperties', 'remedy'],
    // `pnpm typecheck` does it.
    skipTypeCheck: true,
  });
  const read = (type: string): Schema => {
    const { $schema: _, definitions = {}, ...schema } = generator.createSchema(type);
    const named = definitions as Record<string, JsonSchema>;
    for (const name of Object.keys(named)) if (!isInlined(name, named)) schemas[name] = toOpenApi(named[name], named);
    return toOpenApi(schema, named);
  };
  return { read, schemas };
}

/** Whether the document has a type where it is used, not by its name: a kind of number, such as a time, or parameters. */
function isInlined(name: string, named: Record<string, JsonSchema>): boolean {
  return named[name]?.type === 'integer' || name.endsWith('Query');
}

/** Rewrites a schema, with those inside it, from JSON Schema to OpenAPI 3.0. */
function toOpenApi(schema: unknown, named: Record<string, JsonSchema>): Schema {
  return JSON.parse(JSON.stringify(schema), (_key, value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? rewrite(value, named) : value,
  );
}

function rewrite({ $ref, anyOf, const: onlyValue, remedy, ...rest }: JsonSchema, named: Record<string, JsonSchema>) {
  const name = $ref?.replace('#/definitions/', '');
  if (name !== undefined && isInlined(name, named)) return { ...toOpenApi(named[name], named), ...rest };
  return {
    ...(name !== undefined && { $ref: `#/components/schemas/${name}` }),
    ...(anyOf && toAlternatives(anyOf)),
    ...rest,
    ...(Array.isArray(rest.type) && { type: rest.type.find((type) => type !== 'null'), nullable: true }),
    ...(onlyValue !== undefined && { enum: [onlyValue] }),
    ...(remedy !== undefined && { 'x-remedy': remedy }),
  };
}

/** OpenAPI 3.0 has no type `null`: a schema with a type is nullable, and beside others stands one that accepts nothing else. */
function toAlternatives(anyOf: Schema[]): object {
  const others = anyOf.filter(({ type }) => type !== 'null');
  const [first = {}, second] = others;
  if (others.length === anyOf.length) return { oneOf: others };
  if (!second && first.$ref === undefined) return { ...first, nullable: true };
  return { oneOf: [...others, { type: 'string', nullable: true, enum: [null] }] };
}
