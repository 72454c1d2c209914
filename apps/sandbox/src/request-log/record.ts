import { type OperationId, type Parameter, responseFor, type Schema, type ServiceOperation } from '@escrow-kit/spec';
import { defaultTenantId } from '../domain/tenants/ensure-default-tenant.ts';
import { readClock, type Tenant } from '../domain/tenants/tenant.ts';
import type { Answer } from '../http/answer.ts';
import type { IncomingRequest } from '../http/read-request.ts';
import { type HttpRefusal, refusalStatuses } from '../http/refusal-status.ts';
import type { CredentialKind, NewRow } from '../storage/tables.ts';
import { redactText, redactValue } from './redact.ts';

/** An answered request for the log. */
export interface RequestRecord {
  id: string;
  /** Undefined if nothing in the request names one: it is logged with the default tenant. */
  tenant: Tenant | undefined;
  /** The kind of the token; undefined if the request has no known token. */
  tokenKind: CredentialKind | undefined;
  operation: ServiceOperation;
  request: IncomingRequest;
  /** Undefined if there is none, or if it could not be read. */
  requestBody: unknown;
  answer: Answer;
  refusal: HttpRefusal | undefined;
  notes: string[];
  startedAtSystem: number;
  durationInMs: number;
}

/** A request that was refused before it reached an operation, or whose page could not be opened. */
export interface RefusalRecord {
  id: string;
  /** Undefined if nothing in the request names one: it is logged with the default tenant. */
  tenant: Tenant | undefined;
  /** The kind of the token; undefined if the request has no known token. */
  tokenKind?: CredentialKind | undefined;
  /** Undefined if the document does not have it. */
  operationId?: string | undefined;
  /** Default: GET. */
  method?: string;
  /** The template of the path, or the path itself if the document does not have it. */
  path: string;
  /** The values of the template's placeholders; no secrets. */
  parameters: Record<string, string>;
  refusal: HttpRefusal;
  startedAtSystem: number;
  durationInMs: number;
}

/** The row of a record, without secrets and personal data. */
export function toRow(record: RequestRecord | RefusalRecord): NewRow<'requests'> {
  return 'operation' in record ? requestRow(record) : refusalRow(record);
}

function requestRow(record: RequestRecord): NewRow<'requests'> {
  const { tenant, operation, request, answer, refusal } = record;
  const message = refusal?.details.message;
  return {
    tenantId: tenant?.id ?? defaultTenantId,
    id: record.id,
    operationId: operation.id,
    method: request.method,
    path: operation.path,
    status: answer.status,
    rule: refusal?.details.rule ?? null,
    message: message === undefined ? null : redactText(message),
    notesJson: JSON.stringify(record.notes.map(redactText)),
    requestJson: describeRequest(record),
    answerJson: describeAnswer(record),
    durationInMs: record.durationInMs,
    createdAt: tenant ? readClock(tenant.clock, record.startedAtSystem) : record.startedAtSystem,
  };
}

/** Leaves out the query, which may hold a ticket. */
function refusalRow(record: RefusalRecord): NewRow<'requests'> {
  const { tenant, tokenKind, operationId = null, method = 'GET', parameters, refusal, startedAtSystem } = record;
  return {
    tenantId: tenant?.id ?? defaultTenantId,
    id: record.id,
    operationId,
    method,
    path: redactText(record.path),
    status: refusalStatuses[refusal.code],
    rule: refusal.details.rule,
    message: redactText(refusal.details.message),
    notesJson: '[]',
    requestJson: JSON.stringify({ ...(tokenKind && { tokenKind }), path: parameters }),
    answerJson: null,
    durationInMs: record.durationInMs,
    createdAt: tenant ? readClock(tenant.clock, startedAtSystem) : startedAtSystem,
  };
}

/** A longer description is left out. */
const longestInCharacters = 64 * 1024;

/** The logged part of a request, as JSON: enough to send it again after filling in the redacted values. */
function describeRequest({ operation, request, requestBody, tokenKind }: RequestRecord): string {
  const schemas = requestSchemas(operation);
  const { path, query } = request;
  const hasBody = requestBody !== undefined;
  return toJson({
    ...(tokenKind && { tokenKind }),
    path: redactValue(path, [schemas.path]),
    query: redactValue(query, [schemas.query]),
    ...(hasBody && { mediaType: operation.mediaType, body: redactValue(requestBody, schemas.body) }),
  });
}

/** The logged part of an answer, as JSON. */
function describeAnswer({ operation, answer: { status, headers, body } }: RequestRecord): string {
  const hasBody = body !== undefined;
  return toJson({ headers, ...(hasBody && { body: redactValue(body, answerSchemas(operation, status)) }) });
}

function toJson(description: object): string {
  const text = JSON.stringify(description);
  return text.length > longestInCharacters ? JSON.stringify({ body: `${text.length} characters, left out` }) : text;
}

/** The schemas of an operation's request: its parameters as objects, and its body. */
interface RequestSchemas {
  path: Schema;
  query: Schema;
  body: Schema[];
}

const requestSchemasById = new Map<OperationId, RequestSchemas>();

/** Finds the schemas of an operation's request. */
function requestSchemas(operation: ServiceOperation): RequestSchemas {
  const schemas = requestSchemasById.get(operation.id) ?? readSchemas(operation);
  requestSchemasById.set(operation.id, schemas);
  return schemas;
}

/** The schema of an operation's answer; none if the document gives the status no body. */
function answerSchemas({ responses }: ServiceOperation, status: number): Schema[] {
  const response = responseFor(responses, status);
  const schema = response?.content?.['application/json']?.schema;
  return schema ? [schema] : [];
}

function readSchemas({ parameters, body }: ServiceOperation): RequestSchemas {
  return { path: toSchema(parameters, 'path'), query: toSchema(parameters, 'query'), body: body ? [body.schema] : [] };
}

/** Parameters of every type arrive as text. */
function toSchema(parameters: Parameter[], place: 'path' | 'query'): Schema {
  const own = parameters.filter((parameter) => parameter.in === place);
  const properties = own.map(({ name, schema }) => [name, { anyOf: [schema, { type: 'string' }] }]);
  return { type: 'object', properties: Object.fromEntries(properties) as Record<string, Schema> };
}
