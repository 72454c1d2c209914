import { focusManager, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTenantId } from '../api/use-tenant.ts';
import { followChanges, type LiveState } from './follow-changes.ts';

/** The page reloads its data at most this often. */
const quietInMs = 400;
/** If the stream takes longer to open, the page is shown without it. */
const longestOpeningInMs = 1000;

/** Keeps the page up to date with the tenant's changes, and returns whether changes arrive. */
export function useLive(): LiveState {
  const tenant = useTenantId();
  const queries = useQueryClient();
  // Tabs in the background close their stream, because a browser has few connections for one server.
  const isVisible = useSyncExternalStore(focusManager.subscribe, () => focusManager.isFocused());
  const [known, setKnown] = useState<{ tenant: string; state: LiveState }>();
  const state = known?.tenant === tenant ? known.state : 'connecting';
  useEffect(() => {
    if (state !== 'connecting') return undefined;
    const timer = setTimeout(() => setKnown({ tenant, state: 'offline' }), longestOpeningInMs);
    return () => clearTimeout(timer);
  }, [tenant, state]);
  useEffect(() => {
    if (!isVisible) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const readAgain = () => queries.invalidateQueries({ queryKey: [tenant] });
    void followChanges({
      tenant,
      signal,
      onState: (next) => {
        setKnown({ tenant, state: next });
        if (next === 'live') void readAgain();
        // The list of tenants too, which belongs to none.
        if (next === 'gone') void queries.invalidateQueries();
      },
      onChange: createThrottle(readAgain, signal),
    });
    return () => controller.abort();
  }, [tenant, queries, isVisible]);
  return state;
}

/** Returns a function that runs an action soon, once for all calls until then. Called while the action runs, it runs it again later. */
function createThrottle(act: () => Promise<void>, signal: AbortSignal): () => Promise<void> {
  let isAsked = false;
  let isBusy = false;
  return async () => {
    isAsked = true;
    if (isBusy) return;
    isBusy = true;
    while (isAsked) {
      await new Promise((resolve) => setTimeout(resolve, quietInMs));
      if (signal.aborted) return;
      isAsked = false;
      await act();
    }
    isBusy = false;
  };
}
