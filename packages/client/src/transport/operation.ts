import type { RequestSchema } from '../rules/request-schema.ts';

/** The hosts that serve the operations. `legacy` serves two deprecated calls whose host is not shown (LEGACY-3). */
export type HostName = 'contract' | 'auth' | 'identity' | 'users' | 'legacy';

/** The kinds of token that operations take (AUTH-2, AUTH-3, AUTH-8, AUTH-9, AUTH-11). */
export type TokenKind = 'organization' | 'clientAdmin' | 'legacyUser' | 'legacyApp' | 'apiKey';

/** What the document says of an operation and TypeScript types cannot. */
export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  host: HostName;
  /** The path with its parameters in braces. */
  template: string;
  /** Any one of these authenticates; none is sent where the list is empty. */
  tokens: readonly TokenKind[];
  /** `read` may be sent again, `repeatable` is a write that may be too, `write` only if it surely did not arrive. */
  retry: 'read' | 'repeatable' | 'write';
  /** The body's schema, and how it is encoded where not as JSON. */
  body?: RequestSchema;
  encoding?: 'x-www-form-urlencoded';
  /** What path parameters are besides text, and what the query must hold. */
  path?: RequestSchema;
  query?: RequestSchema;
  /** What a success answers with is not shown, so that any text is accepted. */
  isAnswerOpen?: true;
  /** Failures of the server that the document gives a meaning: an answer, not a reason to send again. */
  meaningful?: readonly number[];
  /** The operation that replaces this deprecated one. */
  replacedBy?: string;
}
