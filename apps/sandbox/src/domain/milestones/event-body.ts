import { adaptValue, listWebhookRequests, openApiDocument, resolveReference, type Schema } from '@escrow-kit/spec';

const resolve = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (resolveReference(schema.$ref) as Schema);

const eventSchemas = listWebhookRequests().flatMap(({ body }): Schema[] => {
  if (!body) return [];
  const schema = resolve(body.schema);
  return (schema.anyOf ?? [schema]).map(resolve);
});

/** The body of an event, with the other fields that the document, under overlays, requires or has an example for. */
export function eventBody(fields: { contractId: string; status: string; referenceId: string }): object {
  const ofStatus = eventSchemas.find(({ properties }) => properties?.['status']?.enum?.includes(fields.status));
  const { properties = {}, required = [] } = ofStatus ?? eventSchemas.at(-1) ?? {};
  const withExample = Object.keys(properties).filter((name) => properties[name]?.['example'] !== undefined);
  const added = [...required, ...withExample].filter((name) => !Object.hasOwn(fields, name));
  const values = adaptValue({}, { type: 'object', properties, required: added }, { document: openApiDocument });
  return { ...fields, ...(values as object) };
}
