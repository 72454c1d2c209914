import { useCallback } from 'react';
import { useSearchParams } from 'wouter';

/** What the address of the page says after its question mark. */
export type Search = Record<string, string | undefined>;

/** Changes some of it and keeps the rest; undefined and empty text take a value away. Stays the same function. */
export type SetSearch = (changes: Search, options?: { replace?: boolean }) => void;

/** Reads and changes what the address of the page says, so that a filtered page can be sent to a colleague. */
export function useSearch(): [Search, SetSearch] {
  const [parameters, setParameters] = useSearchParams();
  const setSearch: SetSearch = useCallback(
    (changes, options) => setParameters((current) => changed(current, changes), options),
    [setParameters],
  );
  return [Object.fromEntries(parameters), setSearch];
}

function changed(current: URLSearchParams, changes: Search): URLSearchParams {
  const next = new URLSearchParams(current);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}
