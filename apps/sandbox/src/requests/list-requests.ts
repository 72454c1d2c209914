import type { components } from '../generated/control.ts';
import type { Db } from '../storage/database.ts';
import type { Row } from '../storage/tables.ts';

/** An answered request as the log shows it. */
export type LoggedRequest = components['schemas']['LoggedRequest'];

/** Which requests of a tenant to list. */
export interface RequestFilter {
  tenantId: string;
  limit: number;
  /** From before the id of one of them. */
  before?: string | undefined;
  status?: number | undefined;
  operationId?: string | undefined;
  rule?: string | undefined;
}

/** Lists requests, newest first. */
export async function listRequests(db: Db, filter: RequestFilter): Promise<LoggedRequest[]> {
  const { tenantId, limit, before, status, operationId, rule } = filter;
  let query = db.selectFrom('requests').where('tenantId', '=', tenantId).orderBy('id', 'desc').limit(limit).selectAll();
  if (before !== undefined) query = query.where('id', '<', before);
  if (status !== undefined) query = query.where('status', '=', status);
  if (operationId !== undefined) query = query.where('operationId', '=', operationId);
  if (rule !== undefined) query = query.where('rule', '=', rule);
  return (await query.execute()).map(toLoggedRequest);
}

function toLoggedRequest({ tenantId: _, notesJson, requestJson, answerJson, ...row }: Row<'requests'>): LoggedRequest {
  return {
    ...row,
    notes: JSON.parse(notesJson) as string[],
    request: requestJson === null ? null : (JSON.parse(requestJson) as LoggedRequest['request']),
    answer: answerJson === null ? null : (JSON.parse(answerJson) as LoggedRequest['answer']),
  };
}
