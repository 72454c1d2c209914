import { adaptValue, listWebhookRequests, openApiDocument, resolveReference, type Schema } from '@escrow-kit/spec';

const resolve = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (resolveReference(schema.$ref) as Schema);

const eventSchemas = listWebhookRequests().flatMap(({ body }): Schema[] => {
  if (!body) return [];
  const schema = resolve(body.schema);
  return (schema.anyOf ?? [schema]).map(resolve);
});

/** The body of an event as the document has it, with the other fields that it requires or has an example for. */
export function eventBody(fields: { contractId: string; status: string; referenceId: string }): unknown {
  const ofStatus = eventSchemas.find(({ properties }) => properties?.['status']?.enum?.includes(fields.status));
  const { properties = {}, required = [] } = ofStatus ?? eventSchemas.at(-1) ?? {};
  const withExample = Object.keys(properties).filter((name) => properties[name]?.['example'] !== undefined);
  const schema = { type: 'object', properties, required: [...required, ...withExample] };
  return adaptValue(fields, schema, { document: openApiDocument });
}
