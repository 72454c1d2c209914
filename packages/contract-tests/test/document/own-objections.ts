import {
  type DocumentedOperation,
  listOperations,
  listWebhookRequests,
  type OpenApiDocument,
  type Schema,
} from '@escrow-kit/spec';
import { type Interaction, isRefusal, operationOf } from '../../src/pacts/pacts.ts';
import { allInteractions } from '../support/pacts.ts';

/** What the document says about the operation of an interaction. */
const describe = (document: OpenApiDocument, interaction: Interaction): DocumentedOperation | undefined =>
  [...listOperations(document), ...listWebhookRequests(document)].find(({ id }) => id === operationOf(interaction));

/** The tokens that the identity calls take: a state finds out which of them (AUTH-8). */
const identityTokens = ['legacyUserToken', 'clientAdminToken'];

/**
 * The security schemes that the Authorization header of a call may be for, by the name of its value; `unknown` for a token that nobody
 * was given, none for a call without the header.
 */
function schemesOf({ request }: Interaction): string[] {
  const expression = request?.generators?.header?.['Authorization']?.expression;
  if (!expression) return request?.headers?.['Authorization'] ? ['unknown'] : [];
  const name = /^Bearer \$\{(\w+)\}$/.exec(expression)?.[1] ?? 'malformed';
  return name === 'identityToken' ? identityTokens : [name];
}

/**
 * Compares the kind of token of each call with the security of its operation. Every kind is a bearer token, so no other tool can
 * tell them apart. A wrong kind on purpose is refused, by a rule of tokens.
 */
export function findTokenObjections(document: OpenApiDocument, interactions = allInteractions): string[] {
  return interactions.flatMap((interaction) => {
    const { description, request } = interaction;
    if (!request || (description.startsWith('AUTH-') && isRefusal(interaction))) return [];
    const operation = describe(document, interaction);
    if (!operation) return [`${description}: the document has no such operation`];
    const accepted = operation.definition.security.flatMap((entry) => Object.keys(entry));
    const sent = schemesOf(interaction);
    const isRight =
      accepted.length === 0 ? sent.length === 0 : sent.length > 0 && sent.every((one) => accepted.includes(one));
    return isRight ? [] : [`${description}: sends ${sent.join(' or ')}, but ${accepted.join(' or ')} is expected`];
  });
}

/**
 * The fields of answers and events that the client relies on but the document does not require, as `<operationId> <path>`. The
 * comparator does not find them, because it removes `required` from the schemas of answers.
 */
export function findFieldObjections(document: OpenApiDocument): string[] {
  const found = allInteractions.flatMap((interaction) => {
    const { response, contents } = interaction;
    const operation = describe(document, interaction);
    const answer = response && (operation?.responses[response.status] ?? operation?.responses['default']);
    const schema = response ? answer?.content?.['application/json']?.schema : operation?.body?.schema;
    const value = response ? response.body?.content : contents?.content;
    const fields = schema ? optionalFields(document, { schema, value, path: '$' }) : [];
    return fields.map((path) => `${operation?.id} ${path}`);
  });
  return [...new Set(found)];
}

/** The paths of the fields of a value that its schema does not require. */
function optionalFields(
  document: OpenApiDocument,
  { schema, value, path }: { schema: Schema; value: unknown; path: string },
): string[] {
  const { schemas } = document.components;
  const { items, anyOf, properties, required = [] } = schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema;
  if (Array.isArray(value)) {
    return items
      ? value.flatMap((item) => optionalFields(document, { schema: items, value: item, path: `${path}[]` }))
      : [];
  }
  if (anyOf) {
    // The alternative that matches the value: the one that requires most of it.
    const found = anyOf.map((alternative) => optionalFields(document, { schema: alternative, value, path }));
    return found.sort((one, other) => one.length - other.length)[0] ?? [];
  }
  if (typeof value !== 'object' || value === null || !properties) return [];
  return Object.entries(value).flatMap(([name, field]) => {
    const own = required.includes(name) ? [] : [`${path}.${name}`];
    const property = properties[name];
    const inside = property
      ? optionalFields(document, { schema: property, value: field, path: `${path}.${name}` })
      : [];
    return [...own, ...inside];
  });
}
