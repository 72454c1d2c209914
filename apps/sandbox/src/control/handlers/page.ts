import { type RawBuilder, sql } from 'kysely';

/** The default number of entries of a page. */
const defaultLimit = 100;

/** The query of a paged call, which the document has checked. */
interface PageQuery {
  limit?: string;
}

/** The place in a list that is in the order of its creation, as its query has it. */
interface OrderQuery {
  from?: string;
  to?: string;
  sort?: 'newest' | 'oldest';
  cursor?: string;
}

/** How SQL orders a list by id. Ids sort by their creation. */
export function orderOf({ sort }: OrderQuery): 'asc' | 'desc' {
  return sort === 'oldest' ? 'asc' : 'desc';
}

/** A condition: created from `from` until before `to`, and behind the cursor in the order of the list, where they are given. */
export function isInPage(
  { from, to, cursor, sort }: OrderQuery,
  table: 'contracts' | 'milestones' | 'requests' | 'deliveries',
): RawBuilder<boolean> {
  const [id, createdAt] = [sql.ref(`${table}.id`), sql.ref(`${table}.createdAt`)];
  const isAfterStart = from === undefined ? sql`true` : sql`${createdAt} >= ${Number(from)}`;
  const isBeforeEnd = to === undefined ? sql`true` : sql`${createdAt} < ${Number(to)}`;
  const behind = sort === 'oldest' ? sql`>` : sql`<`;
  const isBehind = cursor === undefined ? sql`true` : sql`${id} ${behind} ${cursor}`;
  return sql<boolean>`${isAfterStart} and ${isBeforeEnd} and ${isBehind}`;
}

/** Rows of a list in order, before they are limited to a page. */
interface Rows<Row> {
  limit(limit: number): { execute(): Promise<Row[]> };
}

/** Reads a page of rows and its cursor: the id of the last row, or null if no row follows. */
export async function readPage<Row>(
  { limit: given }: PageQuery,
  rows: Rows<Row>,
  idOf: (row: Row) => string,
): Promise<{ page: Row[]; hasMore: boolean; nextCursor: string | null }> {
  const limit = given === undefined ? defaultLimit : Number(given);
  const found = await rows.limit(limit + 1).execute();
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const hasMore = found.length > limit;
  return { page, hasMore, nextCursor: hasMore && last !== undefined ? idOf(last) : null };
}
