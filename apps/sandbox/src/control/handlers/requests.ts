import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { DomainError } from '../../domain/refusal.ts';
import type { Row } from '../../storage/tables.ts';
import { type ControlHandler, readFirst } from '../control-call.ts';
import { isOutcome } from '../views/describe-tenant.ts';

export const listRequests: ControlHandler<'listRequests'> = async ({ service: { db }, tenant, query }) => {
  const { operationId, rule, outcome } = query;
  let rows = db.selectFrom('requests').where('tenantId', '=', tenant.id).orderBy('id', 'desc').selectAll();
  if (outcome !== undefined) rows = rows.where(isOutcome[outcome]);
  if (operationId !== undefined) rows = rows.where('operationId', '=', operationId);
  if (rule !== undefined) rows = rows.where('rule', '=', rule);
  const { first, ...more } = await readFirst(query, (limit) => rows.limit(limit).execute());
  return { requests: first.map(toLoggedRequest), ...more };
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
