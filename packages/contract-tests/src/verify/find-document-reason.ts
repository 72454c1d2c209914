import {
  baseDocument,
  type DocumentedOperation,
  listOperations,
  listWebhookRequests,
  mainRuleOf,
  type OpenApiDocument,
  openApiDocument,
  resolveReference,
  responseFor,
  type Schema,
  statusOfWrongValue,
} from '@escrow-kit/spec';
import { createRequestValidator, type RequestViolation } from '@escrow-kit/spec/validate';
import { memoize } from '../deployment/memoize.ts';
import type { Interaction, PactRequest } from '../pacts/pact-document.ts';
import { rulesOf } from '../pacts/rules-of.ts';
import { operationOf } from '../pacts/selection.ts';

/** An operation of the document that the pacts were written for, and of the one at hand. */
interface Operations {
  before: DocumentedOperation;
  now: DocumentedOperation;
  document: OpenApiDocument;
}

/**
 * Why a check means nothing for the document at hand: it says something else about its rule, state, request or answer. Undefined
 * if it says the same as the one that the pacts were written for.
 */
export function findDocumentReason(interaction: Interaction, document = openApiDocument): string | undefined {
  if (document === baseDocument) return undefined;
  if (rulesOf(interaction).length === 0) return `the document switches off ${interaction.description.split(' ')[0]}`;
  const id = operationOf(interaction) ?? '';
  const [before, now] = [baseDocument, document].map((one) =>
    operationsOf(one).find((operation) => operation.id === id),
  );
  if (!before || !now) return `the document has no ${id}`;
  const operations = { before, now, document };
  return (
    findOtherState(interaction, document) ??
    (interaction.request
      ? findOtherCall(interaction.request, operations)
      : findOtherSignature(interaction, operations)) ??
    findOtherAnswer(interaction, operations)
  );
}

const operationsOf = memoize((document: OpenApiDocument) => [
  ...listOperations(document),
  ...listWebhookRequests(document),
]);

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function findOtherState({ providerStates = [] }: Interaction, document: OpenApiDocument): string | undefined {
  const known: unknown[] = document['x-milestone-states'];
  const unknown = providerStates
    .map(({ params }) => params?.['status'])
    .find((one) => one !== undefined && !known.includes(one));
  return unknown === undefined ? undefined : `the document has no milestone that is ${unknown}`;
}

function findOtherCall(request: PactRequest, { before, now, document }: Operations): string | undefined {
  const { id, method, path, mediaType, definition } = now;
  if (method !== before.method || path !== before.path) return `the document has ${id} at ${method} ${path}`;
  if (mediaType !== before.mediaType) return `the document has ${id} with the media type ${mediaType}`;
  if (!isEqual(definition.security, before.definition.security)) return `the document has other tokens for ${id}`;
  const [wanted, found] = [violationsOf(id, request, baseDocument), violationsOf(id, request, document)];
  const other = found.find((one) => !wanted.some((violation) => isSame(one, violation)));
  if (other) return `the document makes the request wrong: ${other.in} ${other.path} ${other.message}`;
  return wanted.length > 0 && found.length === 0 ? 'the document allows what the request does wrong' : undefined;
}

/** Without those of the path, whose examples the states replace. */
function violationsOf(
  id: string,
  { headers = {}, query = {}, body }: PactRequest,
  document: OpenApiDocument,
): RequestViolation[] {
  const first = (values: Record<string, string[]>, toName = (name: string) => name) =>
    Object.fromEntries(Object.entries(values).map(([name, [value]]) => [toName(name), value]));
  const header = first(headers, (name) => name.toLowerCase());
  const violations = validatorsOf(document)(id)({ header, query: first(query), body: parseContent(body?.content) });
  return violations.filter((violation) => violation.in !== 'path');
}

const validatorsOf = memoize((document: OpenApiDocument) =>
  memoize((id: string) => createRequestValidator(id, document)),
);

const isSame = (one: RequestViolation, other: RequestViolation): boolean =>
  one.in === other.in && one.pointer === other.pointer && mainRuleOf(one.rule ?? '') === mainRuleOf(other.rule ?? '');

/** The fields of a body, which is text if it is a form, or JSON of another media type. */
function parseContent(content: unknown): unknown {
  if (typeof content !== 'string') return content;
  return content.startsWith('{') ? JSON.parse(content) : Object.fromEntries(new URLSearchParams(content));
}

function findOtherSignature({ metadata = {} }: Interaction, { before, now }: Operations): string | undefined {
  const isSigned = Object.keys(metadata).length > 0;
  const isOther = !isEqual(before.definition['x-signature'], now.definition['x-signature']);
  return isSigned && isOther ? 'the document has another signature of events' : undefined;
}

function findOtherAnswer(
  { response, contents }: Interaction,
  { before, now, document }: Operations,
): string | undefined {
  const { status } = response ?? {};
  if (status !== undefined && !isEqual(statusesFor(status, before), statusesFor(status, now)))
    return 'the document has another status of the answer';
  const { content } = response ? (response.body ?? {}) : (contents ?? {});
  const [one, other] = [
    listStatements(content, schemaOf(before, status), baseDocument),
    listStatements(content, schemaOf(now, status), document),
  ];
  const changed = other.find((statement, index) => !isEqual(statement, one[index])) ?? one[other.length];
  return changed && `the document changes ${changed.path.slice(1) || 'the body'} of the answer`;
}

/** The documented statuses that an answer may have besides an expected one, or in place of it. */
const statusesFor = (status: number, { responses }: DocumentedOperation): unknown[] => [
  Object.hasOwn(responses, status),
  status < 300 && Object.keys(responses).filter((one) => one.startsWith('2')),
  status === 400 && statusOfWrongValue({ responses }),
];

function schemaOf({ body, responses }: DocumentedOperation, status: number | undefined): Schema {
  if (status === undefined) return body?.schema ?? {};
  return Object.values(responseFor(responses, status)?.content ?? {})[0]?.schema ?? {};
}

interface Statement {
  path: string;
  says: unknown;
}

/** What a document says about each field that a value has. */
function listStatements(value: unknown, schema: Schema, document: OpenApiDocument, path = ''): Statement[] {
  if (schema.$ref) return listStatements(value, resolveReference(schema.$ref, document) as Schema, document, path);
  if (schema.anyOf) return schema.anyOf.flatMap((one) => listStatements(value, one, document, path));
  const { type, enum: values, 'x-known-values': known, format, pattern, nullable, oneOf, required = [] } = schema;
  const own = { path, says: { type, values, known, format, pattern, nullable, oneOf } };
  if (typeof value !== 'object' || value === null) return [own];
  const fields = Object.entries(value).flatMap(([name, field]) => {
    const inner = Array.isArray(value) ? schema.items : schema.properties?.[name];
    const at = Array.isArray(value) ? `${path}[${name}]` : `${path}.${name}`;
    return [{ path: at, says: required.includes(name) }, ...listStatements(field, inner ?? {}, document, at)];
  });
  return [own, ...fields];
}
