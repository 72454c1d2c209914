import { type ControlSchema, type ControlSchemas, controlDocument } from '@escrow-kit/sandbox-control';
import type { Schema } from '@escrow-kit/spec';

type SchemaName = keyof ControlSchemas;
type ListsOf<Value> = { [Name in keyof Value]: Value[Name] extends unknown[] ? Name : never }[keyof Value];
type EntryOf<Value, List extends keyof Value> = Value[List] extends (infer Entry)[] ? Entry : never;

/**
 * The smallest value of a schema of the control API: required fields only, null if allowed, otherwise an empty text or list, 0,
 * false or the first word of an enum. A new required field of the schema changes no test that builds on it.
 */
export function smallest<Name extends SchemaName>(
  name: Name,
  changes: Partial<ControlSchema<Name>> = {},
): ControlSchema<Name> {
  return Object.assign({}, smallestOf(schemaOf(name)), changes) as ControlSchema<Name>;
}

/** The smallest entry of a list in a schema, such as a party of a milestone. */
export function smallestEntry<Name extends SchemaName, List extends ListsOf<ControlSchema<Name>>>(
  name: Name,
  list: List,
  changes: Partial<EntryOf<ControlSchema<Name>, List>> = {},
): EntryOf<ControlSchema<Name>, List> {
  const items = schemaOf(name).properties?.[String(list)]?.items;
  if (!items) throw new Error(`${name}.${String(list)} is not a list.`);
  return Object.assign({}, smallestOf(items), changes) as EntryOf<ControlSchema<Name>, List>;
}

function schemaOf(name: string): NullableSchema {
  const schema = controlDocument.components?.schemas[name];
  if (!schema) throw new Error(`The control document has no schema ${name}.`);
  return schema;
}

type NullableSchema = Schema & { nullable?: boolean };

const emptyValues: Record<string, unknown> = { string: '', number: 0, integer: 0, boolean: false };

function smallestOf(schema: NullableSchema): unknown {
  if (schema.$ref !== undefined) return smallestOf(schemaOf(schema.$ref.replace('#/components/schemas/', '')));
  if (schema.nullable) return null;
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'array') return [];
  if (schema.type !== 'object') return emptyValues[schema.type ?? ''];
  const { required = [], properties = {} } = schema;
  return Object.fromEntries(required.map((name) => [name, smallestOf(properties[name] ?? {})]));
}
