import { DomainError } from '../../domain/refusal.ts';
import type { ControlHandler } from '../control-call.ts';
import { findRequest, listRequests as list } from '../views/list-requests.ts';
import { readPage } from './page.ts';

/** Lists answered requests, newest first. */
export const listRequests: ControlHandler<'listRequests'> = async ({ service, tenant, query }) => {
  const { cursor: before, operationId, rule, outcome, q: text } = query;
  const status = query.status === undefined ? undefined : Number(query.status);
  const filter = { tenantId: tenant.id, before, status, operationId, rule, outcome, text };
  const { entries, nextCursor } = await readPage(query, {
    list: (limit) => list(service.db, { ...filter, limit }),
    idOf: ({ id }) => id,
  });
  return { requests: entries, nextCursor };
};

/** Describes a request. */
export const getRequest: ControlHandler<'getRequest'> = async ({ service, tenant, path }) => {
  const request = await findRequest(service.db, { tenantId: tenant.id, id: path.requestId });
  if (request) return request;
  const message = 'The log has no such request: it keeps the newest ones. Take an id from the list of requests.';
  throw new DomainError('not_found', { field: 'requestId', message });
};
