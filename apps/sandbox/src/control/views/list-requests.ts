import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { sql } from 'kysely';
import type { Db } from '../../storage/database.ts';
import { containsText } from '../../storage/sql.ts';
import type { Row } from '../../storage/tables.ts';

/** An answered request as the log shows it. */
export type LoggedRequest = ControlSchema<'LoggedRequest'>;

/** Which requests of a tenant to list. */
export interface RequestFilter {
  tenantId: string;
  limit: number;
  /** The id after which the page begins. */
  before?: string | undefined;
  status?: number | undefined;
  operationId?: string | undefined;
  rule?: string | undefined;
  /** Whether it was answered with 400 or above. Default: both. */
  outcome?: 'refused' | 'answered' | undefined;
  /** A text to find in the id, path, operation, rule, message, request or answer. */
  text?: string | undefined;
}

/** The columns of a search. */
const searched = ['id', 'path', 'operationId', 'rule', 'message', 'requestJson', 'answerJson'];

/** Lists requests, newest first. */
export async function listRequests(db: Db, filter: RequestFilter): Promise<LoggedRequest[]> {
  const { tenantId, limit, before, status, operationId, rule, outcome, text } = filter;
  let query = db.selectFrom('requests').where('tenantId', '=', tenantId).orderBy('id', 'desc').limit(limit).selectAll();
  if (before !== undefined) query = query.where('id', '<', before);
  // The literal lets both stores use the index of refused requests.
  if (outcome === 'refused' || (status ?? 0) >= 400) query = query.where(sql<boolean>`${sql.ref('status')} >= 400`);
  if (outcome === 'answered') query = query.where('status', '<', 400);
  if (status !== undefined) query = query.where('status', '=', status);
  if (operationId !== undefined) query = query.where('operationId', '=', operationId);
  if (rule !== undefined) query = query.where('rule', '=', rule);
  if (text !== undefined) query = query.where(containsText(db, text, searched));
  return (await query.execute()).map(toLoggedRequest);
}

/** Finds one request by its id. */
export async function findRequest(
  db: Db,
  { tenantId, id }: { tenantId: string; id: string },
): Promise<LoggedRequest | undefined> {
  const row = await db
    .selectFrom('requests')
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirst();
  return row && toLoggedRequest(row);
}

function toLoggedRequest({ tenantId: _, notesJson, requestJson, answerJson, ...row }: Row<'requests'>): LoggedRequest {
  return {
    ...row,
    notes: JSON.parse(notesJson) as string[],
    request: requestJson === null ? null : (JSON.parse(requestJson) as LoggedRequest['request']),
    answer: answerJson === null ? null : (JSON.parse(answerJson) as LoggedRequest['answer']),
  };
}
