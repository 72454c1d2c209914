import type { UseQueryResult } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, ChevronsLeft } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { useHistoryState } from 'wouter/use-browser-location';
import { Button } from './button.tsx';
import { isFiltered } from './filters.tsx';
import { Loaded } from './loaded.tsx';
import { toWords } from './text.ts';
import { useSearch } from './use-search.ts';

/** The query of a list from the address of the page: the page of the list, and its filters, which the control API checks. */
export function usePageQuery<Query extends { limit?: number; cursor?: string }>(): {
  query: Query;
  isFiltered: boolean;
} {
  const [search] = useSearch();
  return { query: { limit: 50, ...search } as Query, isFiltered: isFiltered(search) };
}

interface PagedProps<Name extends string, Page> {
  query: UseQueryResult<Page>;
  /** What is listed, by its name in the page. */
  list: Name;
  children(page: Page): ReactNode;
}

/** A page of a list with its count, and links to the next, the previous and the first page. */
export function Paged<Name extends string, Page extends { nextCursor: string | null } & Record<Name, unknown[]>>({
  query,
  list,
  children,
}: PagedProps<Name, Page>): ReactNode {
  const [search] = useSearch();
  return (
    <Loaded query={query}>
      {(page) => (
        <div className="stack" aria-busy={query.isPlaceholderData}>
          {page[list].length > 0 && (
            <p role="status" className="muted">
              {toWords(list)}: {page[list].length}
              {page.nextCursor !== null && ' on this page, more on the next'}
            </p>
          )}
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
