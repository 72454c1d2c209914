import { DomainError } from '../../domain/refusal.ts';
import type { ControlHandler } from '../control-call.ts';
import { findRequest, listRequests as list, type RequestFilter } from '../views/list-requests.ts';
import { pageLimit, toPage } from './page.ts';

/** Lists answered requests, newest first. */
export const listRequests: ControlHandler<'listRequests'> = async ({ service, tenant, query }) => {
  const limit = pageLimit(query);
  const { cursor, status, operationId, rule, outcome, q } = query as typeof query & Pick<RequestFilter, 'outcome'>;
  const requests = await list(service.db, {
    tenantId: tenant.id,
    limit: limit + 1,
    before: cursor,
    status: status === undefined ? undefined : Number(status),
    operationId,
    rule,
    outcome,
    text: q,
  });
  const { entries, nextCursor } = toPage(requests, { limit, idOf: ({ id }) => id });
  return { requests: entries, nextCursor };
};

/** Describes a request. */
export const getRequest: ControlHandler<'getRequest'> = async ({ service, tenant, path }) => {
  const request = await findRequest(service.db, { tenantId: tenant.id, id: path.requestId });
  if (request) return request;
  const message = 'The log has no such request: it keeps the newest ones. Take an id from the list of requests.';
  throw new DomainError('not_found', { field: 'requestId', message });
};
