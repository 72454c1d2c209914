import { useLocation, useSearch as useSearchText } from 'wouter';

/** The query of the page's address. */
export type Search = Record<string, string | undefined>;

/** Changes some values; undefined or empty text removes one. */
type SetSearch = (changes: Search, options?: { replace?: boolean; state?: unknown }) => void;

/** Reads and changes the query of the page's address, so that a filtered page can be sent to a colleague. */
export function useSearch(): [Search, SetSearch] {
  const [location, navigate] = useLocation();
  // Only to render again after changes: its text decodes a percent sign twice.
  useSearchText();
  const setSearch: SetSearch = (changes, options) => {
    const next = new URLSearchParams(window.location.search);
    for (const [name, value = ''] of Object.entries(changes)) {
      if (value === '') next.delete(name);
      else next.set(name, value);
    }
    navigate(`${location}${next.size > 0 ? `?${next}` : ''}`, options);
  };
  return [Object.fromEntries(new URLSearchParams(window.location.search)), setSearch];
}
