/** The token is stored for this tab only, until it is closed. */
const storageKey = 'escrow-sandbox-control-token';

/** The control token that was entered in this tab; undefined if there is none. */
export function readControlToken(): string | undefined {
  return sessionStorage.getItem(storageKey) ?? undefined;
}

/** Stores the token for all further calls. */
export function storeControlToken(token: string): void {
  sessionStorage.setItem(storageKey, token);
}
