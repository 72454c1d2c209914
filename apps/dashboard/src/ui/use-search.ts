import { useCallback } from 'react';
import { useLocation, useSearch as useSearchText } from 'wouter';

/** What the address of the page says after its question mark. */
export type Search = Record<string, string | undefined>;

/** Changes some of it and keeps the rest; undefined and empty text take a value away. Stays the same function. */
export type SetSearch = (changes: Search, options?: { replace?: boolean; state?: unknown }) => void;

/** Reads and changes what the address of the page says, so that a filtered page can be sent to a colleague. */
export function useSearch(): [Search, SetSearch] {
  const [, navigate] = useLocation();
  // It tells of changes. The text itself it decodes once too often, where it has a percent sign.
  useSearchText();
  const setSearch: SetSearch = useCallback(
    (changes, options) => {
      const next = new URLSearchParams(window.location.search);
      for (const [name, value] of Object.entries(changes)) {
        if (value === undefined || value === '') next.delete(name);
        else next.set(name, value);
      }
      navigate(`${window.location.pathname}${next.size > 0 ? `?${next}` : ''}`, options);
    },
    [navigate],
  );
  return [Object.fromEntries(new URLSearchParams(window.location.search)), setSearch];
}
