import type { TokenKind } from '../document/registered.ts';
import { isText } from '../rules/guards.ts';
import type { Token } from './token.ts';
import type { TokenHolder, TokenTools } from './token-holder.ts';
import { RenewedToken } from './token-renewal.ts';
import type { TokenSource } from './token-source.ts';

/** Creates a holder for each kind of token that is set. */
export function createTokenHolders(
  sources: Partial<Record<TokenKind, TokenSource>>,
  tools: TokenTools,
): Partial<Record<TokenKind, TokenHolder>> {
  const holders: Partial<Record<TokenKind, TokenHolder>> = {};
  for (const kind of Object.keys(sources) as TokenKind[]) {
    const source = sources[kind];
    if (source !== undefined)
      holders[kind] = isText(source) ? createFixedToken(source) : new RenewedToken(kind, source, tools);
  }
  return holders;
}

/** A token that is never replaced. */
function createFixedToken(text: string): TokenHolder {
  const token: Token = { token: text, expiresAtInMs: undefined, refreshAtInMs: undefined };
  return { take: () => token, isReplaceable: false };
}
