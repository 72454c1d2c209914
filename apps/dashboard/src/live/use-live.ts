import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useControlTokenWanted } from '../api/control-token.ts';
import { useTenantId } from '../api/use-tenant.ts';
import { followChanges, type LiveState } from './follow-changes.ts';

/** The page reloads its data at most this often. */
const quietInMs = 400;

/** Keeps the page up to date with the tenant's changes, and returns whether changes arrive. */
export function useLive(): LiveState {
  const tenant = useTenantId();
  const queries = useQueryClient();
  const isTokenWanted = useControlTokenWanted();
  const isVisible = useSyncExternalStore(watchVisibility, isPageVisible);
  const [state, setState] = useState<LiveState>('connecting');
  useEffect(() => {
    if (isTokenWanted || !isVisible) return undefined;
    const controller = new AbortController();
    const refresh = createThrottle(() => queries.invalidateQueries({ queryKey: [tenant] }));
    void followChanges({
      tenant,
      signal: controller.signal,
      onState: setState,
      onChange: refresh.ask,
      // The list of tenants too, which belongs to none.
      onGone: () => void queries.invalidateQueries(),
    });
    return () => {
      controller.abort();
      refresh.stop();
    };
  }, [tenant, queries, isTokenWanted, isVisible]);
  return state;
}

/** Tabs in the background close their stream, because a browser has few connections for one server. */
function isPageVisible(): boolean {
  return document.visibilityState === 'visible';
}

function watchVisibility(callback: () => void): () => void {
  document.addEventListener('visibilitychange', callback);
  return () => document.removeEventListener('visibilitychange', callback);
}

/**
 * Runs an action soon after `ask`. It is idle, waiting or running: asking while it waits changes nothing, and asking while it runs
 * starts another wait afterwards.
 */
function createThrottle(act: () => Promise<void>): { ask(): void; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  let isAskedAgain = false;
  const run = async () => {
    timer = undefined;
    isRunning = true;
    await act();
    isRunning = false;
    if (isAskedAgain) ask();
  };
  const ask = () => {
    isAskedAgain = isRunning;
    if (!isRunning) timer ??= setTimeout(run, quietInMs);
  };
  return {
    ask,
    stop: () => {
      clearTimeout(timer);
      isAskedAgain = false;
    },
  };
}
