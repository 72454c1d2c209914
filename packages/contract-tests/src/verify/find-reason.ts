import {
  baseDocument,
  type DocumentedOperation,
  findOperation,
  isRuleOff,
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
import { credentialNames, type Deployment, listIdentityTokens, optionOf } from '../deployment/deployment.ts';
import { memoize } from '../deployment/text.ts';
import type { Reason } from '../judge/verification.ts';
import { type Interaction, isRefusal, operationOf, type PactRequest, ruleOf, valueNamesOf } from '../pacts/pacts.ts';
import { type StateName, stateCatalogue } from '../states/catalogue.ts';

/** Why a check of a deployment is not possible or does not apply to the document; undefined if it is possible. */
export function findReason(interaction: Interaction, deployment: Deployment): Reason | undefined {
  const { hosts, credentials, control, hasInvitations } = deployment;
  const documentReason = findDocumentReason(interaction);
  if (documentReason) return { kind: 'document', text: documentReason };
  const states = (interaction.providerStates ?? []).map(({ name }) => stateCatalogue[name as StateName]);
  if (!control && states.some(({ reachedBy }) => reachedBy === 'control')) {
    const text = 'it needs a decision by a person or the operator, which only a sandbox (--control-url) simulates';
    return { kind: 'control', text };
  }
  const startsPayment = operationOf(interaction) === 'startPayment' && !isRefusal(interaction);
  // Only a started payment has a shortId.
  if (hasInvitations && (startsPayment || states.some(({ gives }) => gives.includes('shortId')))) {
    const text = 'no call can accept the invitations that payment needs (--invitations)';
    return { kind: 'invitations', text };
  }
  const used = valueNamesOf(interaction);
  const missing = credentialNames.find((name) => used.includes(name) && credentials[name] === undefined);
  if (missing) return { kind: 'credential', text: `${optionOf(missing)} is missing` };
  const identityTokens = listIdentityTokens();
  if (used.includes('identityToken') && identityTokens.every((name) => credentials[name] === undefined))
    return { kind: 'credential', text: `${identityTokens.map(optionOf).join(' or ')} is missing` };
  const { request } = interaction;
  const host = request && findOperation(request.method, request.path)?.operation.host;
  if (host && !hosts[host]) return { kind: 'host', text: `${optionOf(`${host}Url`)} is missing` };
  return undefined;
}

/** An operation in the document that the pacts were written for, and in the current document. */
interface Operations {
  before: DocumentedOperation;
  now: DocumentedOperation;
  document: OpenApiDocument;
}

/**
 * Why a check does not apply to a document that changes its rule, state, request or answer. Undefined if it applies.
 */
export function findDocumentReason(interaction: Interaction, document = openApiDocument): string | undefined {
  if (document === baseDocument) return undefined;
  if (isRuleOff(ruleOf(interaction))) return `the document switches off ${ruleOf(interaction)}`;
  const status = interaction.providerStates?.map(({ params }) => params?.['status']).find(Boolean);
  const known: readonly unknown[] = document['x-milestone-states'];
  if (status && !known.includes(status)) return `the document has no milestone state ${status}`;
  const id = operationOf(interaction) ?? '';
  const [before, now] = [baseDocument, document].map((one) => operationsOf(one).get(id));
  if (!before || !now) return `the document has no ${id}`;
  const operations = { before, now, document };
  return findOtherCall(interaction, operations) ?? findOtherAnswer(interaction, operations);
}

const operationsOf = memoize((document: OpenApiDocument) => {
  const operations = [...listOperations(document), ...listWebhookRequests(document)];
  return new Map(operations.map((operation) => [operation.id, operation]));
});

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function findOtherCall({ request, metadata = {} }: Interaction, { before, now, document }: Operations) {
  const { id, method, path, mediaType, definition } = now;
  if (method !== before.method || path !== before.path) return `the document has ${id} at ${method} ${path}`;
  if (!isEqual(definition.security, before.definition.security)) return `the document has other tokens for ${id}`;
  const isSigned = Object.keys(metadata).length > 0;
  if (isSigned && !isEqual(definition['x-signature'], before.definition['x-signature']))
    return 'the document has another signature of events';
  if (!request) return undefined;
  if (mediaType !== before.mediaType) return `the document has ${id} with the media type ${mediaType}`;
  const [wanted, found] = [violationsOf(id, request, baseDocument), violationsOf(id, request, document)];
  const isSame = (one: RequestViolation) => (other: RequestViolation) =>
    one.pointer === other.pointer && mainRuleOf(one.rule ?? '') === mainRuleOf(other.rule ?? '');
  const other = found.find((one) => !wanted.some(isSame(one)));
  if (other) return `the document makes the request wrong: ${other.in} ${other.path} ${other.message}`;
  return wanted.length > 0 && found.length === 0 ? 'the document allows what the request does wrong' : undefined;
}

/** What is wrong with a request, except in its path, whose examples the states replace. */
function violationsOf(id: string, { headers = {}, query = {}, body }: PactRequest, document: OpenApiDocument) {
  const first = (values: Record<string, string[]>) =>
    Object.fromEntries(Object.entries(values).map(([name, [value]]) => [name, value]));
  const header = first(Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])));
  const violations = validatorsOf(document)(id)({ header, query: first(query), body: parseContent(body?.content) });
  return violations.filter((violation) => violation.in !== 'path');
}

const validatorsOf = memoize((document: OpenApiDocument) =>
  memoize((id: string) => createRequestValidator(id, document)),
);

/** The fields of a body, which is text if it is a form, or JSON of another media type. */
function parseContent(content: unknown): unknown {
  if (typeof content !== 'string') return content;
  return content.startsWith('{') ? JSON.parse(content) : Object.fromEntries(new URLSearchParams(content));
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

/** What a document says about each field that a value has. */
function listStatements(
  value: unknown,
  schema: Schema,
  document: OpenApiDocument,
  path = '',
): { path: string; says: unknown }[] {
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
