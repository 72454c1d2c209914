import { type RawBuilder, sql } from 'kysely';

/** The default number of entries of a page. */
const defaultLimit = 100;

/** The query of a paged call, which the document has checked. */
interface PageQuery {
  limit?: string;
}

/** The times and the order of a list, as its query has them. */
interface OrderQuery {
  from?: string;
  to?: string;
  sort?: 'newest' | 'oldest';
}

/** How SQL orders a list by id, and compares an id with the cursor. Ids sort by their creation. */
export function readOrder({ sort }: OrderQuery): { order: 'asc' | 'desc'; after: '<' | '>' } {
  return sort === 'oldest' ? { order: 'asc', after: '>' } : { order: 'desc', after: '<' };
}

/** A condition: created from `from` until before `to`, where they are given. */
export function isCreatedWithin({ from, to }: OrderQuery, createdAt: string): RawBuilder<boolean> {
  const column = sql.ref(createdAt);
  const after = from === undefined ? sql`true` : sql`${column} >= ${Number(from)}`;
  const before = to === undefined ? sql`true` : sql`${column} < ${Number(to)}`;
  return sql<boolean>`${after} and ${before}`;
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
): Promise<{ page: Row[]; nextCursor: string | null }> {
  const limit = given === undefined ? defaultLimit : Number(given);
  const found = await rows.limit(limit + 1).execute();
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return { page, nextCursor: found.length > limit && last !== undefined ? idOf(last) : null };
}
