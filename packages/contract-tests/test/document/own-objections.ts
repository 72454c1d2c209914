import {
  type DocumentedOperation,
  listOperations,
  listWebhookRequests,
  type OpenApiDocument,
  type Schema,
} from '@escrow-kit/spec';
import type { Interaction } from '../../src/pacts/pact-document.ts';
import { operationOf } from '../../src/pacts/selection.ts';
import { allInteractions } from '../support/pacts.ts';

/** An interaction, and what the document says about its operation. */
interface Described {
  interaction: Interaction;
  operation: DocumentedOperation | undefined;
}

function describeAll(document: OpenApiDocument, interactions: readonly Interaction[]): Described[] {
  const operations = [...listOperations(document), ...listWebhookRequests(document)];
  return interactions.map((interaction) => ({
    interaction,
    operation: operations.find(({ id }) => id === operationOf(interaction)),
  }));
}

/** The token of a call: the name of the value in its Authorization header, which is that of a security scheme, `unknown` or `none`. */
function tokenOf({ request }: Interaction): string {
  const expression = request?.generators?.header?.['Authorization']?.expression;
  if (expression) return /^Bearer \$\{(\w+)\}$/.exec(expression)?.[1] ?? 'malformed';
  return request?.headers?.['Authorization'] ? 'unknown' : 'none';
}

/**
 * Compares the kind of token of each call with the security of its operation. Every kind is a bearer token, so no other tool can
 * tell them apart. A wrong kind on purpose is refused, by a rule of tokens.
 */
export function findTokenObjections(document: OpenApiDocument, interactions = allInteractions): string[] {
  const calls = interactions.filter(({ request }) => request);
  return describeAll(document, calls).flatMap(({ interaction, operation }) => {
    const { description, response } = interaction;
    if (!operation) return [`${description}: the document has no such operation`];
    const accepted = operation.definition.security.flatMap((entry) => Object.keys(entry));
    const sent = tokenOf(interaction);
    if (accepted.length === 0)
      return sent === 'none' ? [] : [`${description}: sends ${sent}, but no token is accepted`];
    const isDeliberate = description.startsWith('AUTH-') && (response?.status ?? 0) >= 400;
    if (accepted.includes(sent) || isDeliberate) return [];
    return [`${description}: sends ${sent}, but ${accepted.join(' or ')} is expected`];
  });
}

/** The schema of what an interaction receives, and the fields that it relies on. */
function expectationOf({ interaction, operation }: Described): { schema: Schema | undefined; value: unknown } {
  const { response, contents } = interaction as Interaction & { contents?: { content: unknown } };
  if (!response) return { schema: operation?.body?.schema, value: contents?.content };
  const { content } = operation?.responses[response.status] ?? operation?.responses['default'] ?? {};
  return { schema: content?.['application/json']?.schema, value: response.body?.content };
}

/**
 * The fields of answers and events that the client relies on but the document does not require, as `<operationId> <path>`. The
 * comparator does not find them, because it removes `required` from the schemas of answers.
 */
export function findFieldObjections(document: OpenApiDocument): string[] {
  const found = describeAll(document, allInteractions).flatMap((described) => {
    const { schema, value } = expectationOf(described);
    const fields = schema ? optionalFields(document, schema, value, '$') : [];
    return fields.map((path) => `${described.operation?.id} ${path}`);
  });
  return [...new Set(found)];
}

/** The paths of the fields of a value that its schema does not require. */
function optionalFields(document: OpenApiDocument, given: Schema, value: unknown, path: string): string[] {
  const { schemas } = document.components;
  const { items, anyOf, properties, required = [] } = schemas[given.$ref?.split('/').at(-1) ?? ''] ?? given;
  if (Array.isArray(value)) {
    return items ? value.flatMap((item) => optionalFields(document, items, item, `${path}[]`)) : [];
  }
  if (anyOf) {
    // The alternative that matches the value: the one that requires most of it.
    const found = anyOf.map((alternative) => optionalFields(document, alternative, value, path));
    return found.sort((one, other) => one.length - other.length)[0] ?? [];
  }
  if (typeof value !== 'object' || value === null || !properties) return [];
  return Object.entries(value).flatMap(([name, field]) => {
    const own = required.includes(name) ? [] : [`${path}.${name}`];
    const property = properties[name];
    return [...own, ...(property ? optionalFields(document, property, field, `${path}.${name}`) : [])];
  });
}
