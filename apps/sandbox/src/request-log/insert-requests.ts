import type { ServiceOperation } from '../document/operations.ts';
import { defaultTenantId } from '../domain/tenants/ensure-default-tenant.ts';
import { defaultSettings } from '../domain/tenants/settings.ts';
import { readClock, type Tenant } from '../domain/tenants/tenant.ts';
import type { Answer } from '../http/answer.ts';
import type { IncomingRequest } from '../http/read-request.ts';
import type { HttpRefusal } from '../http/refusal-status.ts';
import type { Db } from '../storage/database.ts';
import { inBatches } from '../storage/in-batches.ts';
import type { CredentialKind, NewRow } from '../storage/tables.ts';
import { describeAnswer, describeRequest } from './describe-exchange.ts';
import { redactText } from './redact-text.ts';
import { type RefusalRecord, refusalRow } from './refusal-record.ts';
import { trimRequests } from './trim-requests.ts';

/** An answered request, on its way to the log. */
export interface RequestRecord {
  id: string;
  /** Undefined where nothing in the request names one: it is logged with the default tenant. */
  tenant: Tenant | undefined;
  /** Of which kind the token is; undefined where the request brings none that is known. */
  tokenKind: CredentialKind | undefined;
  operation: ServiceOperation;
  request: IncomingRequest;
  /** Undefined where there is none, or it could not be read. */
  requestBody: unknown;
  answer: Answer;
  refusal: HttpRefusal | undefined;
  notes: string[];
  startedAtSystem: number;
  durationInMs: number;
}

/** Writes requests to the log, without what is secret or personal, and now and then removes the oldest ones. */
export async function insertRequests(db: Db, records: readonly (RequestRecord | RefusalRecord)[]): Promise<void> {
  for (const batch of inBatches(records)) await db.insertInto('requests').values(batch.map(recordRow)).execute();
  for (const { tenant } of records) {
    const { requestLogLimit } = tenant?.settings ?? defaultSettings;
    await trimRequests(db, { tenantId: tenant?.id ?? defaultTenantId, limit: requestLogLimit });
  }
}

function recordRow(record: RequestRecord | RefusalRecord): NewRow<'requests'> {
  return 'operation' in record ? toRow(record) : refusalRow(record);
}

function toRow(record: RequestRecord): NewRow<'requests'> {
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
