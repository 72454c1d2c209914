/** The default number of entries of a page. */
const defaultLimit = 100;

/** The query of a paged call, which the document has checked. */
interface PageQuery {
  limit?: string;
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
