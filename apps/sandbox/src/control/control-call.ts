import type {
  ControlBody,
  ControlOperationId,
  ControlPath,
  ControlQuery,
  ControlResult,
} from '@escrow-kit/sandbox-control';
import type { Runner } from '../delivery/runner.ts';
import type { Tenant } from '../domain/tenants.ts';
import type { SandboxContext } from '../request-log/request-log.ts';
import { patternOf } from '../store/store.ts';
import type { Row, TenantTableName } from '../store/tables.ts';

/** The context of the control API. */
export interface ControlContext extends SandboxContext {
  runner: Runner;
  /** The token that calls have to send; undefined if only this machine can make calls. */
  controlToken: string | undefined;
}

/** A value that only calls with a tenant in their path have. */
type OfTenant<Id extends ControlOperationId, Value> = ControlPath<Id> extends { tenant: string } ? Value : undefined;
/** The query as it arrives: text, of which the document has checked the words. */
type TextOf<Values> = { [Name in keyof Values]: Values[Name] extends string | undefined ? Values[Name] : string };

/** A call that the document accepts. */
export interface ControlCall<Id extends ControlOperationId> {
  service: ControlContext;
  /** The address of this sandbox for the caller, without a trailing slash. */
  publicUrl: string;
  /** Undefined for calls without a tenant in their path. */
  tenant: OfTenant<Id, Tenant>;
  /** The time on the tenant's clock, in milliseconds since 1970. */
  now: OfTenant<Id, number>;
  /** The values of the placeholders in the path. */
  path: ControlPath<Id>;
  query: TextOf<ControlQuery<Id>>;
  body: ControlBody<Id>;
}

/**
 * The handler of each call of the control API. It does what the call promises, in `calls/` of `@escrow-kit/sandbox-control`, and
 * throws a DomainError if it cannot. It opens its own transactions.
 */
export type ControlHandlers = { [Id in ControlOperationId]: ControlHandler<Id> };

/** The handler of one call. */
export type ControlHandler<Id extends ControlOperationId> = (
  call: ControlCall<Id>,
) => ControlResult<Id> | Promise<ControlResult<Id>>;

/** How many entries a list has if the call doesn't say. */
const defaultLimit = 100;

/** Reads the first entries of a list, as many as its query lets through, and whether there are more. */
export function readFirst<Entry>(
  { limit: given }: { limit?: string },
  read: (limit: number) => Entry[],
): { first: Entry[]; hasMore: boolean } {
  const limit = Number(given ?? defaultLimit);
  const found = read(limit + 1);
  return { first: found.slice(0, limit), hasMore: found.length > limit };
}

/** A list of the newest rows of a table. */
interface NewestRows<Name extends TenantTableName, Query> {
  table: Name;
  /** The condition of each filter that the call takes. `$name` is its value, of `q` a pattern. */
  filters: Record<Exclude<keyof Query, 'limit'>, string>;
  /** A further condition. */
  condition?: string | undefined;
}

/** Reads the newest rows of a table that the filters of a call let through, and whether there are more. */
export function readNewest<Name extends TenantTableName, Query extends Record<string, string>>(
  { service: { store }, tenant, query }: { service: ControlContext; tenant: Tenant; query: Query },
  { table, filters, condition = 'true' }: NewestRows<Name, Query>,
): { first: Row<Name>[]; hasMore: boolean } {
  const { limit: _limit, ...sent }: Record<string, string> = query;
  if (sent['q'] !== undefined) sent['q'] = patternOf(sent['q']);
  const conditions = Object.entries<string>(filters).flatMap(([name, filter]) =>
    name in sent ? ` and ${filter}` : [],
  );
  const where = `tenantId = $tenantId and ${condition}${conditions.join('')}`;
  const sql = `select * from ${table} where ${where} order by id desc limit $limit`;
  return readFirst(query, (limit) => store.all<Row<Name>>(sql, { tenantId: tenant.id, ...sent, limit }));
}
