import { ControlError } from '@escrow-kit/sandbox-control';
import type { UseQueryResult } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, ChevronsLeft } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { Button, ButtonLink } from './button.tsx';
import { allFilters, ClearButton, Filters, type FiltersProps, isFiltered } from './filters.tsx';
import { Loaded } from './loaded.tsx';
import { Notice } from './notice.tsx';
import { toWords } from './text.ts';
import { useSearch } from './use-search.ts';

const entriesOfPage = 50;

/** The query of a list from the address of the page: the page of the list, and its filters, which the control API checks. */
export function usePageQuery<Query extends { limit?: number; cursor?: string }>(): Query {
  const [search] = useSearch();
  return { limit: entriesOfPage, ...search } as Query;
}

interface ListingProps<Name extends string, Page> extends FiltersProps {
  query: UseQueryResult<Page>;
  /** What is listed, by its name in the page of the list. */
  list: Name;
  /** One of them, such as `milestone`. */
  what: string;
  /** In place of a list without entries. */
  none: string;
  /** Shows a page of the list, or `empty` if it has no entries. */
  children(page: Page, empty: ReactNode): ReactNode;
}

/** A list of a tenant in pages: its filters, its count, its entries, and buttons to the next, the previous and the first page. */
export function Listing<Name extends string, Page extends { nextCursor: string | null } & Record<Name, unknown[]>>({
  query,
  list,
  what,
  none,
  children,
  ...filters
}: ListingProps<Name, Page>): ReactNode {
  const [search] = useSearch();
  const wrong = wrongNames(query.error).filter((name) => search[name] !== undefined);
  const empty = isFiltered(search) ? (
    <>
      No {what} matches these filters. <ClearButton />
    </>
  ) : search['cursor'] === undefined ? (
    none
  ) : (
    `No ${what} on this page.`
  );
  return (
    <>
      {allFilters(filters).length > 0 && <Filters {...filters} />}
      {wrong.length > 0 ? (
        <WrongFilters names={wrong} {...filters} />
      ) : (
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
              <Fragment key={`${query.isPlaceholderData} ${JSON.stringify(search)}`}>{children(page, empty)}</Fragment>
              <PageButtons nextCursor={page.nextCursor} />
            </div>
          )}
        </Loaded>
      )}
    </>
  );
}

/** The names of the values that the control API refused. A value that cannot be stored, such as a NUL, is named as `query.from`. */
function wrongNames(error: Error | null): string[] {
  if (!(error instanceof ControlError) || error.status !== 400) return [];
  if (error.field?.startsWith('query.')) return [error.field.slice('query.'.length)];
  return error.violations.map(({ field }) => field);
}

/** In place of a list whose address has values that its filters can't have, such as one that was written by hand. */
function WrongFilters({ names, ...filters }: FiltersProps & { names: string[] }): ReactNode {
  const [search] = useSearch();
  const [location] = useLocation();
  const labels = new Map(allFilters(filters).map(({ name, label }) => [name, label]));
  return (
    <div role="alert">
      <Notice
        tone="error"
        title="The list cannot be filtered like this"
        actions={<ButtonLink href={location}>Show the whole list</ButtonLink>}
      >
        {names.map((name) => (
          <p key={name}>
            “{labels.get(name) ?? name}” cannot be “{search[name]?.replaceAll('\0', '␀')}”.
          </p>
        ))}
      </Notice>
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
