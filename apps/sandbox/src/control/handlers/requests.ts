import { listRequests as list } from '../../requests/list-requests.ts';
import type { ControlHandler } from '../control-call.ts';
import { pageLimit, toPage } from '../page.ts';

/** Lists answered requests, newest first. */
export const listRequests: ControlHandler<'listRequests'> = async ({ service, tenant, query }) => {
  const limit = pageLimit(query);
  const { cursor, status, operationId, rule } = query;
  const requests = await list(service.db, {
    tenantId: tenant.id,
    limit: limit + 1,
    before: cursor,
    status: status === undefined ? undefined : Number(status),
    operationId,
    rule,
  });
  const { entries, nextCursor } = toPage(requests, { limit, idOf: ({ id }) => id });
  return { requests: entries, nextCursor };
};
