import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { kitMilestoneStates } from '@escrow-kit/spec';
import { outcomeOf } from '../delivery/attempt.ts';
import { findTitle } from '../domain/contracts.ts';
import { DomainError } from '../domain/refusal.ts';
import type { Store } from '../store/store.ts';
import type { Row } from '../store/tables.ts';
import { type ControlHandlers, readNewest } from './control-call.ts';
import { describeRow } from './milestones.ts';

/** What happens in a tenant: how its milestones, requests and deliveries stand, and the request log. */
export const overviewHandlers = {
  /** Counts, and lists what needs attention and recent activity, from indexes only. */
  getOverview: ({ service: { store }, tenant: { id: tenantId }, now }) => ({
    milestonesByState: countByState(store, tenantId),
    requestsByOutcome: countByOutcome(store, tenantId),
    attention: {
      failedDeliveries: store.count('deliveries', { tenantId, state: 'failed' }),
      pendingDeliveries: store.count('deliveries', { tenantId, state: 'pending' }),
      overdue: {
        count: countRows(store, `milestones ${unfinished} and deadLineAt < $now`, { tenantId, now }),
        milestones: listFirst(store, 'and deadLineAt < $now order by deadLineAt', { tenantId, now }),
      },
      waitingLongest: listFirst(store, 'order by updatedAt', { tenantId }),
    },
    latest: listLatest(store, tenantId),
  }),

  listRequests: (call) => {
    const { outcome, ...query } = call.query;
    const { first, ...more } = readNewest(
      { ...call, query },
      {
        table: 'requests',
        filters: { operationId: 'operationId = $operationId', rule: 'rule = $rule' },
        condition: outcome && isOutcome[outcome],
      },
    );
    return { requests: first.map(toLoggedRequest), ...more };
  },

  getRequest: ({ service: { store }, tenant, path }) => {
    const row = store.find('requests', { tenantId: tenant.id, id: path.requestId });
    if (row) return toLoggedRequest(row);
    const message = 'The log has no such request. It stores the newest ones. Take an ID from the list of requests.';
    throw new DomainError('not_found', { field: 'requestId', message });
  },
} satisfies Partial<ControlHandlers>;

type Overview = ControlSchema<'Overview'>;

/** The milestones before COMPLETED. The literal lets the store use the indexes of these. */
const unfinished = "where tenantId = $tenantId and state <> 'COMPLETED'";

/** The outcome of a request as a condition. The literals let the store use the index of refused and failed requests. */
const isOutcome = {
  answered: 'status < 400',
  refused: 'status >= 400 and status < 500',
  failed: 'status >= 400 and status >= 500',
};

/** Counts rows. `rows` is a table with its conditions. */
function countRows(store: Store, rows: string, values: Record<string, string | number>): number {
  return store.get<{ count: number }>(`select count(*) as count from ${rows}`, values)?.count ?? 0;
}

function countByState(store: Store, tenantId: string): Overview['milestonesByState'] {
  const rows = store.all<{ state: string; count: number }>(
    'select state, count(*) as count from milestones where tenantId = $tenantId group by state',
    { tenantId },
  );
  const counts = new Map(rows.map(({ state, count }) => [state, count]));
  return kitMilestoneStates.map((state) => ({ state, count: counts.get(state) ?? 0 }));
}

function countByOutcome(store: Store, tenantId: string): Overview['requestsByOutcome'] {
  const all = store.count('requests', { tenantId });
  const refused = countRows(store, `requests where tenantId = $tenantId and ${isOutcome.refused}`, { tenantId });
  const failed = countRows(store, `requests where tenantId = $tenantId and ${isOutcome.failed}`, { tenantId });
  // From indexes alone: most requests are answered, and no index has them.
  return { answered: all - refused - failed, refused, failed };
}

/** Lists the first five unfinished milestones. `rest` are further conditions and the order. */
function listFirst(
  store: Store,
  rest: string,
  values: { tenantId: string; now?: number },
): ControlSchema<'ListedMilestone'>[] {
  const rows = store.all<Row<'milestones'>>(`select * from milestones ${unfinished} ${rest} limit 5`, values);
  return rows.map((row) => describeRow(store, row));
}

const happeningsOfOverview = 10;

/** Lists what happened last. Ids tell the order, because they sort by their creation; on a stopped clock times are the same. */
function listLatest(store: Store, tenantId: string): Overview['latest'] {
  const values = { tenantId, limit: happeningsOfOverview };
  const requests = store.all<Happening<'RequestHappening'>>(
    `select 'request' as kind, id, id as requestId, createdAt as at, operationId, method, path, status, rule
     from requests where tenantId = $tenantId order by id desc limit $limit`,
    values,
  );
  const events = store.all<Happening<'EventHappening'>>(
    `select 'event' as kind, id, id as eventId, createdAt as at, milestoneId, status
     from events where tenantId = $tenantId order by id desc limit $limit`,
    values,
  );
  const attempts = store
    .all<Omit<Happening<'DeliveryHappening'>, 'outcome'> & { error: string | null }>(newestAttempts, values)
    .map(({ error, ...attempt }) => ({ ...attempt, outcome: outcomeOf({ error }) }));
  const latest = [...requests, ...events, ...attempts]
    .sort((a, b) => (orderOf(b.id) < orderOf(a.id) ? -1 : 1))
    .slice(0, happeningsOfOverview);
  return latest.map(({ id: _, ...happening }) =>
    happening.kind === 'request'
      ? happening
      : { ...happening, title: findTitle(store, 'milestones', { tenantId, id: happening.milestoneId }) },
  );
}

/** What happened, without the title of its milestone. `id` says its position among the others. */
type Happening<Name extends 'RequestHappening' | 'EventHappening' | 'DeliveryHappening'> = Omit<
  ControlSchema<Name>,
  'title'
> & { id: string };

/** The newest attempts to deliver, with the error of a failed one. */
const newestAttempts = `
  select 'delivery' as kind, attempts.id, endedAt as at, deliveryId, deliveries.milestoneId, status, number as attempt,
    answerStatus, error
  from deliveryAttempts as attempts
  join deliveries on deliveries.tenantId = attempts.tenantId and deliveries.id = attempts.deliveryId
  join events on events.tenantId = deliveries.tenantId and events.id = deliveries.eventId
  where attempts.tenantId = $tenantId order by attempts.id desc limit $limit`;

/** An id without its prefix. */
function orderOf(id: string): string {
  return id.slice(id.indexOf('_'));
}

type LoggedRequest = ControlSchema<'LoggedRequest'>;

function toLoggedRequest(logged: Row<'requests'>): LoggedRequest {
  const { tenantId: _, notesJson, warningsJson, requestJson, answerJson, ...row } = logged;
  return {
    ...row,
    notes: JSON.parse(notesJson) as string[],
    warnings: JSON.parse(warningsJson ?? '[]') as LoggedRequest['warnings'],
    request: JSON.parse(requestJson ?? 'null') as LoggedRequest['request'],
    answer: JSON.parse(answerJson ?? 'null') as LoggedRequest['answer'],
  };
}
