import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { sql } from 'kysely';
import { DomainError } from '../../domain/refusal.ts';
import { containsText } from '../../storage/sql.ts';
import type { Row } from '../../storage/tables.ts';
import type { ControlHandler } from '../control-call.ts';
import { isInPage, orderOf, readPage } from './page.ts';

/** The columns of a search. */
const searched = ['id', 'path', 'operationId', 'rule', 'message', 'requestJson', 'answerJson'];

export const listRequests: ControlHandler<'listRequests'> = async ({ service: { db }, tenant, query }) => {
  const { status, operationId, rule, outcome, q } = query;
  let rows = db.selectFrom('requests').where('tenantId', '=', tenant.id).orderBy('id', orderOf(query)).selectAll();
  rows = rows.where(isInPage(query, 'requests'));
  const areRefused = outcome === 'refused' || outcome === 'failed' || Number(status) >= 400;
  // The literal lets the store use the index of refused requests.
  if (areRefused) rows = rows.where(sql<boolean>`${sql.ref('status')} >= 400`);
  if (outcome === 'refused') rows = rows.where('status', '<', 500);
  if (outcome === 'failed') rows = rows.where('status', '>=', 500);
  if (outcome === 'answered') rows = rows.where('status', '<', 400);
  if (status !== undefined) rows = rows.where('status', '=', Number(status));
  if (operationId !== undefined) rows = rows.where('operationId', '=', operationId);
  if (rule !== undefined) rows = rows.where('rule', '=', rule);
  if (q !== undefined) rows = rows.where(containsText(q, searched));
  const { page, hasMore, nextCursor } = await readPage(query, rows, ({ id }) => id);
  return { requests: page.map(toLoggedRequest), hasMore, nextCursor };
};

export const getRequest: ControlHandler<'getRequest'> = async ({ service: { db }, tenant, path }) => {
  const rows = db.selectFrom('requests').where('tenantId', '=', tenant.id).where('id', '=', path.requestId);
  const row = await rows.selectAll().executeTakeFirst();
  if (row) return toLoggedRequest(row);
  const message = 'The log has no such request: it keeps the newest ones. Take an id from the list of requests.';
  throw new DomainError('not_found', { field: 'requestId', message });
};

type LoggedRequest = ControlSchema<'LoggedRequest'>;

function toLoggedRequest({ tenantId: _, notesJson, requestJson, answerJson, ...row }: Row<'requests'>): LoggedRequest {
  return {
    ...row,
    notes: JSON.parse(notesJson) as string[],
    request: JSON.parse(requestJson ?? 'null') as LoggedRequest['request'],
    answer: JSON.parse(answerJson ?? 'null') as LoggedRequest['answer'],
  };
}
