import { openApiDocument, type Schema } from '@escrow-kit/spec';

const found = new WeakMap<Schema, Schema[]>();

/** The schema itself and every one that it may stand for: by reference, as a branch or as a part. */
export function schemaAlternatives(schema: Schema): Schema[] {
  const known = found.get(schema);
  if (known) return known;
  const { $ref, oneOf = [], anyOf = [], allOf = [] } = schema as Schema & { allOf?: Schema[] };
  const referred = $ref === undefined ? [] : [resolve($ref)];
  const all = [schema, ...[...referred, ...oneOf, ...anyOf, ...allOf].flatMap(schemaAlternatives)];
  found.set(schema, all);
  return all;
}

function resolve(pointer: string): Schema {
  const schema = openApiDocument.components.schemas[pointer.replace('#/components/schemas/', '')];
  if (!schema) throw new Error(`The document has no schema ${pointer}.`);
  return schema;
}
