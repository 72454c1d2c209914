import { exampleTokens, type TokenKind } from '@escrow-kit/spec';

const kinds = new Map(Object.entries(exampleTokens).map(([kind, token]) => [token, kind as TokenKind]));

/** The kind of the bearer token in an `Authorization` header; undefined if it is missing, unknown or not a bearer token. */
export function findTokenKind(authorization: string | undefined): TokenKind | undefined {
  const token = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  return token === undefined ? undefined : kinds.get(token);
}
