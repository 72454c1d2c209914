import type { UseQueryResult } from '@tanstack/react-query';
import { ChevronRight, ChevronsLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Problem } from './notice.tsx';
import { Toolbar } from './page.tsx';
import styles from './paged.module.css';
import { useSearch } from './use-search.ts';

/** Entries of one page of a list. */
export const pageSize = 50;

/**
 * A page of a list that the server pages: while it loads, why it did not, that there is nothing, or its entries, with the
 * ways to the next page and back to the first.
 */
export function Paged<Page extends { nextCursor: string | null }, Entry>({
  query: { data, error, isPlaceholderData },
  entriesOf,
  empty,
  children,
}: {
  query: UseQueryResult<Page>;
  entriesOf(page: Page): Entry[];
  /** Shown where there is no entry. */
  empty: ReactNode;
  children(entries: Entry[]): ReactNode;
}): ReactNode {
  const [search, setSearch] = useSearch();
  if (!data) return error ? <Problem error={error} title="The list could not be read" /> : <Loading />;
  const entries = entriesOf(data);
  const { nextCursor } = data;
  return (
    <div className={styles['paged']} aria-busy={isPlaceholderData}>
      {error && <Problem error={error} title="The list could not be read again" />}
      {entries.length === 0 ? <div className={styles['empty']}>{empty}</div> : children(entries)}
      {(search['cursor'] !== undefined || nextCursor !== null) && (
        <nav aria-label="Pages">
          <Toolbar>
            {search['cursor'] !== undefined && (
              <Button icon={ChevronsLeft} onClick={() => setSearch({ cursor: undefined })}>
                First page
              </Button>
            )}
            {nextCursor !== null && (
              <Button icon={ChevronRight} onClick={() => setSearch({ cursor: nextCursor })}>
                Next page
              </Button>
            )}
          </Toolbar>
        </nav>
      )}
    </div>
  );
}

/** Says that something is on its way. */
export function Loading(): ReactNode {
  return (
    <p role="status" className={styles['loading']}>
      Loading…
    </p>
  );
}
