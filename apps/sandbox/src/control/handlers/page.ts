/** The default number of entries of a page. */
const defaultLimit = 100;

/** The query of a paged call. */
export interface PageQuery {
  limit?: string;
  cursor?: string;
}

/** Reads the number of entries of a page. The document has checked it. */
export function pageLimit({ limit }: PageQuery): number {
  return limit === undefined ? defaultLimit : Number(limit);
}

/** Makes a page from its entries and one more, which shows whether there is a next page. */
export function toPage<Entry>(
  entries: Entry[],
  { limit, idOf }: { limit: number; idOf: (entry: Entry) => string },
): { entries: Entry[]; nextCursor: string | null } {
  const page = entries.slice(0, limit);
  const last = page.at(-1);
  return { entries: page, nextCursor: entries.length > limit && last !== undefined ? idOf(last) : null };
}
