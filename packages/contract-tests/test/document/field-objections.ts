import type { OpenApiDocument, Operation, Reference, Response, Schema } from '@escrow-kit/spec';
import { operationIdOf, type PactInteraction, pactInteractions } from '../pacts/read-interactions.ts';
import { operationsOf } from './operations-of.ts';

function resolve<Part>({ components }: OpenApiDocument, part: Part | Reference): Part {
  if (typeof part !== 'object' || part === null || !('$ref' in part)) return part as Part;
  const [, , kind = '', name = ''] = String(part.$ref).split('/');
  return (components as unknown as Record<string, Record<string, Part>>)[kind]?.[name] as Part;
}

function schemaOf(document: OpenApiDocument, { responses }: Operation, status: number): Schema | undefined {
  const response = responses[status] ?? responses['default'];
  const { content } = response ? resolve<Response>(document, response) : {};
  return content?.['application/json']?.schema;
}

/** The paths of the fields of a value that its schema does not require. */
function optionalFields(document: OpenApiDocument, given: Schema, value: unknown, path: string): string[] {
  const schema = resolve<Schema>(document, given);
  if (Array.isArray(value)) {
    const { items } = schema;
    return items ? value.flatMap((item) => optionalFields(document, items, item, `${path}[]`)) : [];
  }
  if (schema.anyOf) {
    // The alternative that matches the value: the one that requires most of it.
    const found = schema.anyOf.map((alternative) => optionalFields(document, alternative, value, path));
    return found.sort((one, other) => one.length - other.length)[0] ?? [];
  }
  if (typeof value !== 'object' || value === null || !schema.properties) return [];
  const { properties, required = [] } = schema;
  return Object.entries(value).flatMap(([name, field]) => {
    const own = required.includes(name) ? [] : [`${path}.${name}`];
    const property = properties[name];
    return [...own, ...(property ? optionalFields(document, property, field, `${path}.${name}`) : [])];
  });
}

/** The schema of what an interaction receives, and the fields that it relies on. */
function expectationOf(
  interaction: PactInteraction,
  { document, operations }: { document: OpenApiDocument; operations: ReadonlyMap<string, Operation> },
): { schema?: Schema; value: unknown } {
  if (interaction.type === 'Asynchronous/Messages') {
    const webhook = document['x-webhooks'][operationIdOf(interaction)]?.post;
    const schema = webhook?.requestBody?.content['application/json']?.schema;
    return { ...(schema && { schema }), value: interaction.contents.content };
  }
  const { status, body } = interaction.response;
  const operation = operations.get(operationIdOf(interaction));
  const schema = operation && schemaOf(document, operation, status);
  return { ...(schema && { schema }), value: body?.content };
}

/**
 * The fields of answers and events that the client relies on but the document does not require, as `<operationId> <path>`. The
 * comparator does not find them, because it removes `required` from the schemas of answers.
 */
export function findFieldObjections(document: OpenApiDocument): string[] {
  const operations = operationsOf(document);
  const found = pactInteractions.flatMap((interaction) => {
    const { schema, value } = expectationOf(interaction, { document, operations });
    const fields = schema ? optionalFields(document, schema, value, '$') : [];
    return fields.map((path) => `${operationIdOf(interaction)} ${path}`);
  });
  return [...new Set(found)];
}
