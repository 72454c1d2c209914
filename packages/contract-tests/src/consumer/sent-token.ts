import type { TokenValueName } from '../deployment/credentials.ts';

/** The token of a request: from the state, none, or an unknown one. */
export type SentToken = TokenValueName | 'none' | 'unknown';

/** A token that no service has issued. */
export const unknownToken = 'token-that-nobody-issued';
