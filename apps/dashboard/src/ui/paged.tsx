import type { UseQueryResult } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, ChevronsLeft } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { useHistoryState } from 'wouter/use-browser-location';
import { Button } from './button.tsx';
import { Problem } from './notice.tsx';
import { Toolbar } from './page.tsx';
import styles from './paged.module.css';
import { useSearch } from './use-search.ts';

/** Entries of one page of a list. */
export const pageSize = 50;

/** The part of a list's query that every list has: the page, and the text to find. Read from the address of the page. */
export function usePageQuery(): { limit: number; q?: string; cursor?: string } {
  const [{ q, cursor }] = useSearch();
  return { limit: pageSize, ...(q !== undefined && { q }), ...(cursor !== undefined && { cursor }) };
}

/**
 * A page of a list: loading, an error, an empty note, or its entries, with links to the next, the previous and the first page.
 */
export function Paged<Page extends { nextCursor: string | null }, Entry>({
  query: { data, error, isPlaceholderData },
  entriesOf,
  empty,
  children,
}: {
  query: UseQueryResult<Page>;
  entriesOf(page: Page): Entry[];
  /** Shown if there is no entry. */
  empty: ReactNode;
  children(entries: Entry[]): ReactNode;
}): ReactNode {
  const [search] = useSearch();
  if (!data) return error ? <Problem error={error} title="The list could not be read" /> : <Loading />;
  const entries = entriesOf(data);
  const { nextCursor } = data;
  return (
    <div className={styles['paged']} aria-busy={isPlaceholderData}>
      {error && <Problem error={error} title="The list could not be read again" />}
      {/* Another page or another filter is another list. */}
      <Fragment key={`${isPlaceholderData} ${JSON.stringify(search)}`}>
        {entries.length === 0 ? <div className={styles['empty']}>{empty}</div> : children(entries)}
      </Fragment>
      <PageButtons nextCursor={nextCursor} />
    </div>
  );
}

/** The history state of a page that was reached by its button. */
const fromPageBefore = 'from the page before';

function PageButtons({ nextCursor }: { nextCursor: string | null }): ReactNode {
  const [{ cursor }, setSearch] = useSearch();
  const cameFrom = useHistoryState<unknown>();
  const goTo = (next: string | undefined, state?: string) => {
    setSearch({ cursor: next }, { state });
    window.scrollTo(0, 0);
  };
  if (cursor === undefined && nextCursor === null) return null;
  return (
    <nav aria-label="Pages">
      <Toolbar>
        {cursor !== undefined && (
          <Button icon={ChevronsLeft} onClick={() => goTo(undefined)}>
            First page
          </Button>
        )}
        {cursor !== undefined && cameFrom === fromPageBefore && (
          <Button icon={ChevronLeft} onClick={() => window.history.back()}>
            Previous page
          </Button>
        )}
        {nextCursor !== null && (
          <Button icon={ChevronRight} onClick={() => goTo(nextCursor, fromPageBefore)}>
            Next page
          </Button>
        )}
      </Toolbar>
    </nav>
  );
}

/** Says that something is loading. */
export function Loading(): ReactNode {
  return (
    <p role="status" className={styles['loading']}>
      Loading…
    </p>
  );
}
