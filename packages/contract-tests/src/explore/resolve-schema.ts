import { openApiDocument, type Schema } from '@escrow-kit/spec';

/** The schema that a reference names; a schema itself if it is none. */
export function resolveSchema(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  return resolveSchema(openApiDocument.components.schemas[schema.$ref.replace('#/components/schemas/', '')] ?? {});
}
