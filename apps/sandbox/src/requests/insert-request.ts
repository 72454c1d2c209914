import type { ServiceOperation } from '../document/operations.ts';
import type { Refusal } from '../refusal.ts';
import type { Answer } from '../server/answer.ts';
import type { IncomingRequest } from '../server/read-request.ts';
import type { Db } from '../storage/database.ts';
import { readClock, type Tenant } from '../tenants/tenant.ts';

/** An answered request, on its way to the log. */
export interface RequestRecord {
  id: string;
  /** Undefined where nothing in the request names one: it is logged with the default tenant. */
  tenant: Tenant | undefined;
  operation: ServiceOperation;
  request: IncomingRequest;
  requestBody: unknown;
  answer: Answer;
  refusal: Refusal | undefined;
  notes: string[];
  startedAtSystem: number;
  durationInMs: number;
}

/** Writes a request to the log. */
export async function insertRequest(db: Db, record: RequestRecord): Promise<void> {
  const { tenant, operation, request, answer, refusal } = record;
  await db
    .insertInto('requests')
    .values({
      tenantId: tenant?.id ?? 'default',
      id: record.id,
      operationId: operation.id,
      method: request.method,
      path: operation.path,
      status: answer.status,
      rule: refusal?.details.rule ?? null,
      message: refusal?.details.message ?? null,
      notesJson: JSON.stringify(record.notes),
      requestJson: null,
      answerJson: null,
      durationInMs: record.durationInMs,
      createdAt: tenant ? readClock(tenant.clock, record.startedAtSystem) : record.startedAtSystem,
    })
    .execute();
}
