import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { type Parameter, responseFor, type Schema, type ServiceOperation } from '@escrow-kit/spec';
import { readClock } from '../domain/clock.ts';
import { defaultSettings, defaultTenantId, type Tenant } from '../domain/tenants.ts';
import { writeError } from '../domain/write-error.ts';
import { type Answer, type HttpRefusal, refusalStatuses } from '../http/answer.ts';
import type { IncomingRequest } from '../http/read-request.ts';
import type { Store } from '../store/store.ts';
import type { CredentialKind, NewRow } from '../store/tables.ts';
import { redactText, redactValue } from './redact.ts';

/**
 * The request log. What is added waits in a queue until the answers of the moment are on their way, and is then written in one
 * transaction. If that fails, as without space, stderr says so and these requests are missing: the answers have gone out.
 */
export interface RequestLog {
  /** Adds a request, which is written soon, together with others. */
  add(record: RequestRecord): void;
  /** Writes everything that was added. Never throws. */
  flush(): void;
}

/** What calls, pages and the control API of a sandbox share. */
export interface SandboxContext {
  store: Store;
  /** The system's time in milliseconds since 1970, from which the tenants' clocks are read. */
  systemNow: () => number;
  /** The address at which it listens. This and the next one have no trailing slash. */
  url: string;
  /** The address by which others reach it; undefined if none was given. */
  publicUrl: string | undefined;
  requestLog: RequestLog;
}

/** A request for the log. Without an answer, it was refused and led to a page that says why. */
type RequestRecord = RequestFacts &
  ({ answer: Answer; refusal: HttpRefusal | undefined } | { answer?: undefined; refusal: HttpRefusal });

interface RequestFacts {
  id: string;
  /** Undefined if nothing in the request names one: it is logged with the default tenant. */
  tenant: Tenant | undefined;
  /** The kind of the token; undefined if the request has no known token. */
  tokenKind?: CredentialKind | undefined;
  /** Undefined if the document does not have it. */
  operation?: ServiceOperation | undefined;
  /** Default: GET. */
  method?: string;
  /** The template of the path, or the path itself if the document does not have it. */
  path: string;
  /** The values of the template's placeholders. Those of a path that is no operation's have to be harmless. */
  parameters: Record<string, string>;
  /** Default: not logged, because it may hold a ticket. */
  query?: IncomingRequest['query'];
  /** Undefined if there is none, or if it could not be read. */
  body?: unknown;
  /** What was accepted but deserves a look. Default: nothing. */
  notes?: string[];
  /** Default: none. */
  warnings?: ControlSchema<'Warning'>[];
  startedAtSystem: number;
  durationInMs: number;
}

/** Creates the log that the parts of a sandbox share. */
export function createRequestLog(store: Store): RequestLog {
  let queue: RequestRecord[] = [];

  function flush(): void {
    const records = queue;
    queue = [];
    if (records.length === 0) return;
    try {
      store.transaction(() => insertRequests(store, records));
    } catch (error) {
      writeError(error, { during: 'the writing of the request log' });
    }
  }

  return {
    add(record) {
      queue.push(record);
      if (queue.length === 1) setImmediate(flush);
    },
    flush,
  };
}

/** Writes requests to the log, without secrets and personal data, and sometimes removes the oldest ones. */
function insertRequests(store: Store, records: readonly RequestRecord[]): void {
  for (const record of records) store.insert('requests', toRow(record));
  for (const [tenantId, own] of Map.groupBy(records, ({ tenant }) => tenant?.id ?? defaultTenantId)) {
    const { requestLogLimit: limit } = own[0]?.tenant?.settings ?? defaultSettings;
    if (Math.random() * shareOfLimit * limit < own.length) deleteOldest(store, { tenantId, limit });
  }
}

/**
 * The log is trimmed about once in such a part of its limit: seldom enough to cost little, and often enough that no answer waits
 * long for it.
 */
const shareOfLimit = 0.01;

/** Removes the oldest requests of a tenant, so that `limit` are left. */
function deleteOldest(store: Store, { tenantId, limit }: { tenantId: string; limit: number }): void {
  const newestToGo = 'select id from requests where tenantId = $tenantId order by id desc limit 1 offset $limit';
  store.run(`delete from requests where tenantId = $tenantId and id <= (${newestToGo})`, { tenantId, limit });
}

/** The row of a record, without secrets and personal data. */
function toRow(record: RequestRecord): NewRow<'requests'> {
  const { id, tenant, operation, method = 'GET', path, refusal, notes = [], startedAtSystem, durationInMs } = record;
  const { rule, message } = refusal?.details ?? {};
  return {
    tenantId: tenant?.id ?? defaultTenantId,
    id,
    operationId: operation?.id,
    method,
    path: redactText(path),
    status: record.answer ? record.answer.status : refusalStatuses[record.refusal.code],
    rule,
    message: message === undefined ? undefined : redactText(message),
    notesJson: JSON.stringify(notes.map(redactText)),
    warningsJson: record.warnings && JSON.stringify(record.warnings),
    requestJson: describeRequest(record),
    answerJson: record.answer && describeAnswer(record.answer, operation),
    durationInMs,
    createdAt: tenant ? readClock(tenant.clock, startedAtSystem) : startedAtSystem,
  };
}

/** The logged part of a request, as JSON: enough to send it again after filling in the redacted values. */
function describeRequest({ operation, tokenKind, parameters, query, body }: RequestRecord): string {
  const schemas = operation && parameterSchemasOf(operation);
  return toJson({
    tokenKind,
    path: schemas ? redactValue(parameters, [schemas.path]) : parameters,
    query: query && redactValue(query, schemas ? [schemas.query] : []),
    ...(body !== undefined && {
      mediaType: operation?.mediaType,
      body: redactValue(body, operation?.body ? [operation.body.schema] : []),
    }),
  });
}

/** The logged part of an answer, as JSON. */
function describeAnswer({ status, headers, body }: Answer, operation: ServiceOperation | undefined): string {
  const schema = operation && responseFor(operation.responses, status)?.content?.['application/json']?.schema;
  return toJson({ headers, ...(body !== undefined && { body: redactValue(body, schema ? [schema] : []) }) });
}

/** A longer description is left out. */
const longestInCharacters = 64 * 1024;

function toJson(description: object): string {
  const text = JSON.stringify(description);
  return text.length > longestInCharacters ? JSON.stringify({ body: `${text.length} characters, left out` }) : text;
}

/** The schemas of the parameters in the path and in the query. */
interface ParameterSchemas {
  path: Schema;
  query: Schema;
}

/** Created at the first request of each operation. */
const parameterSchemas = new Map<string, ParameterSchemas>();

function parameterSchemasOf({ id, parameters }: ServiceOperation): ParameterSchemas {
  const known = parameterSchemas.get(id);
  if (known) return known;
  const created = { path: toSchema(parameters, 'path'), query: toSchema(parameters, 'query') };
  parameterSchemas.set(id, created);
  return created;
}

/** Parameters of every type arrive as text. */
function toSchema(parameters: Parameter[], place: 'path' | 'query'): Schema {
  const own = parameters.filter((parameter) => parameter.in === place);
  const properties = own.map(({ name, schema }) => [name, { anyOf: [schema, { type: 'string' }] }]);
  return { type: 'object', properties: Object.fromEntries(properties) as Record<string, Schema> };
}
