import type { UseQueryResult } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Link, useLocation, useSearch as useSearchText } from 'wouter';
import { Button, ButtonLink } from './button.tsx';
import { type Option, SelectField, TextField } from './form.tsx';
import { Loaded } from './page.tsx';

/** An entry: its title, a line below, and figures at its end. */
export interface ListEntry {
  id: string;
  href: string;
  badge: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  end?: ReactNode;
  /** A small button beside the link. */
  action?: ReactNode;
}

/** A list of links, or a text if it is empty. It may grow at its top: new entries wait while the reader is in it. */
export function List({ label, entries, empty }: { label: string; entries: ListEntry[]; empty: ReactNode }): ReactNode {
  const { shown, waiting, showNew, handlers } = useSteady(entries);
  if (entries.length === 0) return <p className="empty">{empty}</p>;
  return (
    <div className="list" {...handlers}>
      {waiting > 0 && <Button onClick={showNew}>{`Show ${waiting} new`}</Button>}
      <ul aria-label={label} className="surface">
        {shown.map(({ id, href, badge, title, text, end, action }) => (
          <li key={id}>
            <Link href={href} className="plain-link">
              <span>{badge}</span>
              <span className="stack">
                <strong>{title}</strong>
                {text && <span className="muted">{text}</span>}
              </span>
              <span className="list-end stack muted">{end}</span>
            </Link>
            {action}
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * The entries of a list that does not move under the reader. It is free or held. While the pointer or the focus is in it, it is
 * held: new entries wait, so that a click hits the intended entry, and the shown ones keep their place and stay up to date.
 * Leaving it or `showNew` frees it.
 */
function useSteady(newest: ListEntry[]) {
  const [isHeld, setHeld] = useState(false);
  const shown = useRef(newest);
  const byId = new Map(newest.map((entry) => [entry.id, entry]));
  shown.current = isHeld ? shown.current.map((entry) => byId.get(entry.id) ?? entry) : newest;
  for (const { id } of shown.current) byId.delete(id);
  return {
    shown: shown.current,
    waiting: byId.size,
    showNew: () => setHeld(false),
    handlers: {
      // A finger that scrolls does not count as a resting pointer.
      onPointerMove: ({ pointerType }: { pointerType: string }) => setHeld(pointerType === 'mouse'),
      onPointerLeave: () => setHeld(false),
      onFocus: () => setHeld(true),
      onBlur: () => setHeld(false),
    },
  };
}

/** A value in the address of the page by which a list is filtered. */
interface Filter {
  name: string;
  label: string;
  /** The values to choose from. Default: any text. */
  options?: readonly Option[];
  placeholder?: string;
}

interface ListingProps<Found> {
  query: UseQueryResult<Found>;
  /** What is listed, such as `contract`. */
  what: string;
  filters: Filter[];
  /** In place of a list without entries. */
  none: string;
  /** Shows the list, or `empty` if it has no entries. */
  children(found: Found, empty: ReactNode): ReactNode;
}

/** The newest of a tenant's things, and fields that filter them. The control API checks what an address says. */
export function Listing<Found extends { hasMore: boolean }>({
  query,
  what,
  filters,
  none,
  children,
}: ListingProps<Found>): ReactNode {
  const [search, setSearch] = useFilters();
  const [location] = useLocation();
  const isFiltered = Object.keys(search).length > 0;
  const clear = isFiltered && (
    <ButtonLink icon={X} href={location}>
      Clear the filters
    </ButtonLink>
  );
  return (
    <>
      <search aria-label="Filters" className="row toolbar">
        {filters.map(({ name, label, options, placeholder }) => {
          const field = { label, value: search[name] ?? '', onValue: (value: string) => setSearch({ [name]: value }) };
          return options ? (
            <SelectField key={name} {...field} options={[['', 'All'], ...options]} />
          ) : (
            <TextField key={name} {...field} type="search" maxLength={200} placeholder={placeholder} />
          );
        })}
        {clear}
      </search>
      <Loaded query={query} what="the list">
        {(found) => (
          <div className="stack" aria-busy={query.isPlaceholderData}>
            {/* Another filter is another list. */}
            <div key={`${query.isPlaceholderData} ${JSON.stringify(search)}`}>
              {children(found, isFiltered ? `No ${what} matches these filters.` : none)}
            </div>
            {found.hasMore && <p className="muted">These are the newest. Filter the list to find older ones.</p>}
          </div>
        )}
      </Loaded>
    </>
  );
}

/** The query of the page's address, so that a filtered page can be sent to a colleague, and a setter; empty text removes a value. */
export function useFilters(): [Record<string, string>, (changes: Record<string, string>) => void] {
  const [location, navigate] = useLocation();
  // Only to render again after changes: its text decodes a percent sign twice.
  useSearchText();
  const search = new URLSearchParams(window.location.search);
  const setSearch = (changes: Record<string, string>) => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(changes)) {
      if (value === '') next.delete(name);
      else next.set(name, value);
    }
    navigate(`${location}${next.size > 0 ? `?${next}` : ''}`, { replace: true });
  };
  return [Object.fromEntries(search), setSearch];
}
