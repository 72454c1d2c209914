/** Where the token is kept: until the tab is closed, and in this tab alone. */
const storageKey = 'escrow-sandbox-control-token';

let isWanted = false;
const listeners = new Set<() => void>();

/** The control token that this tab was given; undefined without one. */
export function readControlToken(): string | undefined {
  return sessionStorage.getItem(storageKey) ?? undefined;
}

/** Keeps the token, so that calls are made with it from now on. */
export function storeControlToken(token: string): void {
  sessionStorage.setItem(storageKey, token);
  setWanted(false);
}

/** Notes that the sandbox refused a call for want of the right token. */
export function wantControlToken(): void {
  setWanted(true);
}

/** Whether a token has to be asked for. */
export function isControlTokenWanted(): boolean {
  return isWanted;
}

/** Calls back when that changes. Returns how to stop it. */
export function watchControlToken(callback: () => void): () => void {
  listeners.add(callback);
  return () => listeners.delete(callback);
}

function setWanted(wanted: boolean): void {
  isWanted = wanted;
  for (const callback of listeners) callback();
}
