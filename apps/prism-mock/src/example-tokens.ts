import { openApiDocument, type SecurityScheme, type TokenKind } from '@escrow-kit/spec';

const schemes: SecurityScheme[] = Object.values(openApiDocument.components.securitySchemes);

/** The tokens that the mock accepts, by kind, as the document gives them (`x-example-token`). It knows no others. */
export const exampleTokens: Readonly<Record<TokenKind, string>> = Object.fromEntries(
  schemes.map((scheme) => [scheme['x-token'], scheme['x-example-token']]),
) as Record<TokenKind, string>;

const kinds = new Map(schemes.map((scheme) => [scheme['x-example-token'], scheme['x-token']]));

/** The kind of the bearer token in an `Authorization` header; undefined where it is missing, unknown or no bearer token. */
export function findTokenKind(authorization: string | undefined): TokenKind | undefined {
  const token = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  return token === undefined ? undefined : kinds.get(token);
}
