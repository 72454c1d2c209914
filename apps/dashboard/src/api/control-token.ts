import { useSyncExternalStore } from 'react';

/** The token is stored for this tab only, until it is closed. */
const storageKey = 'escrow-sandbox-control-token';

let isWanted = false;
const listeners = new Set<() => void>();

/** The control token that was entered in this tab; undefined if there is none. */
export function readControlToken(): string | undefined {
  return sessionStorage.getItem(storageKey) ?? undefined;
}

/** Stores the token for all further calls. */
export function storeControlToken(token: string): void {
  sessionStorage.setItem(storageKey, token);
  setWanted(false);
}

/** Call it when the sandbox refuses a call because of the token. The page then asks for it. */
export function wantControlToken(): void {
  setWanted(true);
}

/** Whether to ask for a token. */
export function useControlTokenWanted(): boolean {
  return useSyncExternalStore(watch, () => isWanted);
}

function watch(callback: () => void): () => void {
  listeners.add(callback);
  return () => listeners.delete(callback);
}

function setWanted(wanted: boolean): void {
  isWanted = wanted;
  for (const callback of listeners) callback();
}
