import { resolveReference, type Schema, withForbiddenProperties } from '@escrow-kit/spec';
import { memoize } from '../deployment/memoize.ts';

/** The schemas of a value: without references, each with those that it combines. Empty if the document does not have the value. */
export type Schemas = readonly Schema[];

/** The schemas of a value that one schema describes. */
export const schemasOf: (schema: Schema) => Schemas = memoize(expand);

function expand(schema: Schema): Schemas {
  if (schema.$ref !== undefined) return schemasOf(resolveReference(schema.$ref) as Schema);
  const combined = [schema['allOf'], schema.anyOf, schema.oneOf].flatMap((some) => (some ?? []) as Schema[]);
  return [withForbiddenProperties(schema), ...combined.flatMap(expand)];
}

/** Whether the document says only that there may be such a value, as of a body that the service does not describe. */
export const isShapeless = (schemas: Schemas): boolean =>
  schemas.some((schema) => schema['x-not-shown'] !== undefined) &&
  schemas.every(({ type = 'object', properties }) => type === 'object' && !properties);

/** Whether a value may have any fields, which are the application's own. */
export const isFreeForm = (schemas: Schemas): boolean =>
  !isShapeless(schemas) &&
  schemas.some((schema) => schema.additionalProperties && !schema.properties && !valuesOf(schema));

/** Whether the document leaves the type of a value open. */
export function hasOpenType(schemas: Schemas): boolean {
  const types = new Set(schemas.flatMap(({ type }) => type ?? []));
  return types.size !== 1 && !schemas.some((schema) => schema.enum || schema.properties || schema.not);
}

/** A step into a value: its name is `*` for an element, and for a key that the document has no name for. */
export function stepInto(schemas: Schemas, key: string): { name: string; schemas: Schemas } {
  const named = schemas.flatMap(({ properties = {} }): Schema[] => {
    const own = Object.hasOwn(properties, key) ? properties[key] : undefined;
    return own ? [own] : [];
  });
  if (named.length > 0) return { name: key, schemas: named.flatMap((schema) => schemasOf(schema)) };
  const entries = schemas.flatMap((schema): Schema[] =>
    [schema.items, valuesOf(schema)].filter((one) => one !== undefined),
  );
  return { name: '*', schemas: entries.flatMap((schema) => schemasOf(schema)) };
}

/** The schema of the values of a map. An empty one says that an object is open, not what it holds. */
const valuesOf = ({ additionalProperties: values }: Schema): Schema | undefined =>
  typeof values === 'object' && Object.keys(values).length > 0 ? values : undefined;

/** The keys of a JSON pointer. */
const keysOf = (pointer: string): string[] => {
  const keys = pointer.split('/').slice(1);
  return keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
};

/** A JSON pointer in names of the document, with `*` for elements and ids, and whether its last step may be left out. */
export function tracePointer(pointer: string, schema: Schema | undefined): { place: string; isOptional: boolean } {
  let schemas = schema ? schemasOf(schema) : [];
  let isOptional = false;
  const names = keysOf(pointer).map((key) => {
    isOptional = !schemas.some(({ required = [] }) => required.includes(key));
    const step = stepInto(schemas, key);
    schemas = step.schemas;
    return step.name;
  });
  return { place: names.map((name) => `/${name}`).join(''), isOptional };
}
