import type { UseQueryResult } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, ChevronsLeft } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { useHistoryState } from 'wouter/use-browser-location';
import { Button } from './button.tsx';
import { Loaded } from './loaded.tsx';
import { useSearch } from './use-search.ts';

/** The query of a list from the address of the page: the page of the list, and its filters, which the control API checks. */
export function usePageQuery<Query extends { limit?: number; cursor?: string }>(): {
  query: Query;
  isFiltered: boolean;
} {
  const [{ cursor, ...filters }] = useSearch();
  const page = { limit: 50, ...(cursor !== undefined && { cursor }) };
  return { query: { ...page, ...filters } as Query, isFiltered: Object.keys(filters).length > 0 };
}

interface PagedProps<Page> {
  query: UseQueryResult<Page>;
  children(page: Page): ReactNode;
}

/** A page of a list, with links to the next, the previous and the first page. */
export function Paged<Page extends { nextCursor: string | null }>({ query, children }: PagedProps<Page>): ReactNode {
  const [search] = useSearch();
  return (
    <Loaded query={query}>
      {(page) => (
        <div className="stack" aria-busy={query.isPlaceholderData}>
          {/* Another page or another filter is another list. */}
          <Fragment key={`${query.isPlaceholderData} ${JSON.stringify(search)}`}>{children(page)}</Fragment>
          <PageButtons nextCursor={page.nextCursor} />
        </div>
      )}
    </Loaded>
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
    <nav aria-label="Pages" className="row">
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
    </nav>
  );
}
