import { type Parameter, responseFor, type Schema, type ServiceOperation } from '@escrow-kit/spec';
import { defaultTenantId } from '../domain/tenants/insert-tenant.ts';
import { readClock, type Tenant } from '../domain/tenants/tenant.ts';
import type { Answer } from '../http/answer.ts';
import type { IncomingRequest } from '../http/read-request.ts';
import { type HttpRefusal, refusalStatuses } from '../http/refusal-status.ts';
import type { CredentialKind, NewRow } from '../storage/tables.ts';
import { redactText, redactValue } from './redact.ts';

/** What every record says. */
interface Logged {
  id: string;
  /** Undefined if nothing in the request names one: it is logged with the default tenant. */
  tenant: Tenant | undefined;
  /** The kind of the token; undefined if the request has no known token. */
  tokenKind?: CredentialKind | undefined;
  refusal: HttpRefusal | undefined;
  startedAtSystem: number;
  durationInMs: number;
}

/** An answered request for the log. */
export interface RequestRecord extends Logged {
  operation: ServiceOperation;
  request: IncomingRequest;
  /** Undefined if there is none, or if it could not be read. */
  requestBody: unknown;
  answer: Answer;
  notes: string[];
}

/** A request that was refused before it reached an operation, or whose page could not be opened. */
export interface RefusalRecord extends Logged {
  refusal: HttpRefusal;
  /** Undefined if the document does not have it. */
  operationId?: string | undefined;
  /** Default: GET. */
  method?: string;
  /** The template of the path, or the path itself if the document does not have it. */
  path: string;
  /** The values of the template's placeholders; no secrets. */
  parameters: Record<string, string>;
  /** Undefined if it leads to a page that says why. */
  answer?: Answer;
}

/** The row of a record, without secrets and personal data. */
export function toRow(record: RequestRecord | RefusalRecord): NewRow<'requests'> {
  const { id, tenant, refusal, startedAtSystem, durationInMs } = record;
  const message = refusal?.details.message;
  return {
    tenantId: tenant?.id ?? defaultTenantId,
    id,
    rule: refusal?.details.rule ?? null,
    message: message === undefined ? null : redactText(message),
    durationInMs,
    createdAt: tenant ? readClock(tenant.clock, startedAtSystem) : startedAtSystem,
    ...('operation' in record ? describeCall(record) : describeStray(record)),
  };
}

function describeCall(record: RequestRecord) {
  const { operation, request, answer, notes } = record;
  return {
    operationId: operation.id,
    method: request.method,
    path: operation.path,
    status: answer.status,
    notesJson: JSON.stringify(notes.map(redactText)),
    requestJson: describeRequest(record),
    answerJson: describeAnswer(record),
  };
}

/** Leaves out the query, which may hold a ticket. */
function describeStray({ operationId, method = 'GET', path, refusal, tokenKind, parameters, answer }: RefusalRecord) {
  return {
    operationId: operationId ?? null,
    method,
    path: redactText(path),
    status: refusalStatuses[refusal.code],
    notesJson: '[]',
    requestJson: JSON.stringify({ ...(tokenKind && { tokenKind }), path: parameters }),
    answerJson: answer ? toJson({ headers: answer.headers, body: redactValue(answer.body, []) }) : null,
  };
}

/** A longer description is left out. */
const longestInCharacters = 64 * 1024;

/** The logged part of a request, as JSON: enough to send it again after filling in the redacted values. */
function describeRequest({ operation, request, requestBody, tokenKind }: RequestRecord): string {
  const { parameters, mediaType, body } = operation;
  const hasBody = requestBody !== undefined;
  return toJson({
    ...(tokenKind && { tokenKind }),
    path: redactValue(request.path, [toSchema(parameters, 'path')]),
    query: redactValue(request.query, [toSchema(parameters, 'query')]),
    ...(hasBody && { mediaType, body: redactValue(requestBody, body ? [body.schema] : []) }),
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

/** The schema of an operation's answer; none if the document gives the status no body. */
function answerSchemas({ responses }: ServiceOperation, status: number): Schema[] {
  const response = responseFor(responses, status);
  const schema = response?.content?.['application/json']?.schema;
  return schema ? [schema] : [];
}

/** Parameters of every type arrive as text. */
function toSchema(parameters: Parameter[], place: 'path' | 'query'): Schema {
  const own = parameters.filter((parameter) => parameter.in === place);
  const properties = own.map(({ name, schema }) => [name, { anyOf: [schema, { type: 'string' }] }]);
  return { type: 'object', properties: Object.fromEntries(properties) as Record<string, Schema> };
}
