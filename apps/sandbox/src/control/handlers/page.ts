/** The default number of entries of a page. */
const defaultLimit = 100;

/** The query of a paged call, which the document has checked. */
export interface PageQuery {
  limit?: string;
  cursor?: string;
}

/** Reads a page. `list` returns up to `limit` entries: those of the page and one more, which shows whether there is a next page. */
export async function readPage<Entry>(
  { limit: given }: PageQuery,
  { list, idOf }: { list: (limit: number) => Promise<Entry[]>; idOf: (entry: Entry) => string },
): Promise<{ entries: Entry[]; nextCursor: string | null }> {
  const limit = given === undefined ? defaultLimit : Number(given);
  const entries = await list(limit + 1);
  const page = entries.slice(0, limit);
  const last = page.at(-1);
  return { entries: page, nextCursor: entries.length > limit && last !== undefined ? idOf(last) : null };
}
